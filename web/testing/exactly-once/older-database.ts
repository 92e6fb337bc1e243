import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '#database/open-database.ts';
import type { TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { initial } from '#storage/migrations/0001-initial.ts';
import { attentionMail } from '#storage/migrations/0002-attention-mail.ts';
import { openStorage } from '#storage/open-storage.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { StoreSimulator } from '#store-simulator/store-simulator.ts';

/** An order as the store had it. Instants are epoch ms. */
export interface OlderOrder {
  /** Where the version before had brought it. */
  what: string;
  shop: string;
  kind: 'unpaid' | 'noPhone' | 'localPickup';
  id: string;
  number: number;
  paidAt: number;
  cancelled: boolean;
  note: string | null;
  /** Of its fulfilment order, its place and its line. */
  ids: string[];
}

/** A delivery that the service had, in the order of the ids that it gave. */
interface OlderDelivery {
  id: string;
  apiKey: string;
  body: Record<string, unknown>;
}

interface Line {
  /** Epoch ms. */
  killedAt?: number;
  encryptionKeys?: string;
  shop?: { domain: string; apiKey: string };
  order?: OlderOrder;
  booked?: OlderDelivery;
  table?: string;
  row?: Record<string, unknown>;
}

/**
 * Everything that version 2 of the schema held when the app of that time was killed, its worker a moment before its
 * server; from then on that app's jobs were lost. Of webhooks that were done two are kept.
 */
const lines = readFileSync(new URL('older-database.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const { killedAt = 0, encryptionKeys = '' } = lines[0] ?? {};

/** The app starts again so long after it was killed. */
const downMs = 10_000;
/** By how much every instant moves for an app that starts now. Slots stay as they are: they are encrypted. */
const moveNow = (): number => Date.now() - downMs - killedAt;

export const older = {
  encryptionKeys,
  shops: lines.flatMap(({ shop }) => shop ?? []),
  orders: lines.flatMap(({ order }) => order ?? []),
  booked: lines.flatMap(({ booked }) => booked ?? []),
};

/** Adds the orders to a store, telling no app, and says which id there stands for which one in the rows. */
export function fillStore(store: StoreSimulator): Map<string, string> {
  const idNow = new Map<string, string>();
  const movedMs = moveNow();
  store.faults.webhooks({ dropProbability: 1 });
  for (const { shop, kind, id, number, paidAt, cancelled, note, ids } of older.orders) {
    const added = store.addOrder(shop, orderKinds[kind]({ id, number, name: `#${number}`, note }));
    store.payOrder(shop, id, { at: paidAt + movedMs });
    if (cancelled) store.cancelOrder(shop, id);
    const now = added.fulfillmentOrders.flatMap((part) => [part.id, part.locationId, ...part.lines.map((l) => l.id)]);
    ids.forEach((before, index) => void idNow.set(before, now[index] ?? ''));
  }
  store.faults.webhooks({ dropProbability: 0 });
  return idNow;
}

/** Places at the service what it had; then its list of requests is empty. */
export async function fillService(url: string): Promise<void> {
  for (const { id, apiKey, body } of older.booked) {
    const response = await fetch(`${url}/v1/same-day-asap`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { id?: string };
    if (answer.id !== id) throw new Error(`the service gave ${JSON.stringify(answer)} for ${id}`);
  }
  await fetch(`${url}/_control/requests`, { method: 'DELETE' });
}

/** Makes a database as the version before left it: its schema and its rows. */
export async function writeOlderDatabase(
  place: { url?: string; dataDir?: string },
  idNow: ReadonlyMap<string, string>,
): Promise<void> {
  const migrations = { '0001-initial': initial, '0002-attention-mail': attentionMail };
  const move = { idNow, ms: moveNow() };
  const { db, close } = await openDatabase<unknown>({ ...place, migrations });
  try {
    for (const { table, row } of lines) {
      if (!table || !row) continue;
      const ms = table === 'webhook' && isAged(row) ? move.ms - agedMs : move.ms;
      await insert(db, table, moved(row, { ...move, ms }) as Record<string, unknown>);
    }
    for (const table of ['webhook', 'audit']) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        db,
      );
    }
  } finally {
    await close();
  }
}

/** Today's code opens the database, which brings it up to date, and keeps what this store gives for a shop's session. */
export async function keepTokens(
  place: { url?: string; dataDir?: string },
  store: StoreSimulator,
  credentials: { clientId: string; clientSecret: string },
): Promise<void> {
  const [id = '', secret = ''] = encryptionKeys.split(':');
  const encryption = { keys: [{ id, secret: Buffer.from(secret, 'base64') }] };
  const quiet = { maxConnections: 4, onError: () => undefined, log: () => undefined };
  const storage = await openStorage({ url: place.url, dataDir: place.dataDir, encryption, ...quiet });
  try {
    for (const { domain } of older.shops) {
      const lease = await storage.tokens.admit(domain as ShopDomain, 10_000);
      await storage.tokens.store(domain as ShopDomain, lease?.fence ?? 0, await tokensOf(store, domain, credentials));
    }
  } finally {
    await storage.close();
  }
}

async function tokensOf(
  store: StoreSimulator,
  domain: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<TokenPair> {
  const response = await fetch(`${store.url}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-shop-domain': domain },
    body: JSON.stringify({
      ...{ client_id: clientId, client_secret: clientSecret, expiring: '1' },
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: store.sessionToken(domain),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
    }),
  });
  const granted = (await response.json()) as { access_token: string; refresh_token: string; scope: string };
  return {
    ...{ accessToken: granted.access_token, refreshToken: granted.refresh_token, scope: granted.scope },
    ...{ accessExpiresAt: Date.now() + 3_000_000, refreshExpiresAt: null },
  };
}

async function insert(db: Kysely<unknown>, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(db);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const slotColumns = ['slot_start', 'slot_end'];

const agedMs = 8 * 86_400_000;

/** One of the webhooks that were done is older than shops keep bodies. */
const isAged = ({ order_id: orderId }: Record<string, unknown>): boolean =>
  older.orders.some(({ what, id }) => what === 'skipped' && id === orderId);

function moved(value: unknown, move: { idNow: ReadonlyMap<string, string>; ms: number }): unknown {
  if (typeof value === 'number') return value > 1e12 ? value + move.ms : value;
  if (typeof value === 'string') {
    return instant.test(value) ? new Date(Date.parse(value) + move.ms).toISOString() : (move.idNow.get(value) ?? value);
  }
  if (Array.isArray(value)) return value.map((entry) => moved(entry, move));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, slotColumns.includes(key) ? entry : moved(entry, move)]),
  );
}
