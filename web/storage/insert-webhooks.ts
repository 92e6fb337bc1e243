import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Cipher } from './encryption.ts';
import type { IncomingWebhook } from './inbox.ts';
import type { Tables } from './schema.ts';
import { shopOfId, shopsAt } from './shop-addresses.ts';
import { encryptBody } from './webhook-body.ts';

export type Outcome = 'stored' | 'duplicate' | 'ignored';

/** What is still heard of a shop that left. */
export const afterUninstall = ['app/uninstalled', 'customers/data_request', 'customers/redact', 'shop/redact'];

/** `via`: the address under which it came, where that is remembered as another one of the shop. */
type Addressed = IncomingWebhook & { via: string | null };

/**
 * Stores webhooks that came together: one statement. Where nobody has the app under an address, the shop that was renamed
 * to it is looked for and then remembered; the statement itself makes sure that it still is that shop.
 */
export function insertWebhooks(
  db: Kysely<Tables>,
  cipher: Cipher,
  onStored: () => void,
): (batch: IncomingWebhook[]) => Promise<Outcome[]> {
  const renamed = new Map<string, ShopDomain>();
  return async function insertBatch(batch) {
    const addressed = batch.map((webhook): Addressed => {
      const shop = renamed.get(webhook.shop);
      return shop === undefined ? { ...webhook, via: null } : { ...webhook, shop, via: webhook.shop };
    });
    const outcomes = await insertKnown(db, cipher, addressed);
    const strangers = batch.filter((_, at) => outcomes[at] === 'stranger');
    const owned = strangers.length === 0 ? [] : await withOwners(db, strangers, renamed);
    for (const { shop } of strangers) renamed.delete(shop);
    for (const { webhook, owner, isRenamed } of owned) if (isRenamed) renamed.set(webhook.shop, owner);
    const again = owned.map(({ webhook, owner }): Addressed => ({ ...webhook, shop: owner, via: null }));
    const found = again.length === 0 ? [] : await insertKnown(db, cipher, again);
    const late = new Map(owned.map(({ webhook }, at) => [webhook, found[at]]));
    const all = outcomes.map((outcome, at) => late.get(batch[at] as IncomingWebhook) ?? outcome);
    if (all.includes('stored')) onStored();
    return all.map((outcome) => (outcome === 'stranger' ? 'ignored' : outcome));
  };
}

/** Those whose shop is known under another address: by that address, or by its number where the body names it. */
async function withOwners(
  db: Kysely<Tables>,
  strangers: readonly IncomingWebhook[],
  tried: ReadonlyMap<string, ShopDomain>,
) {
  const known = await shopsAt(db, [...new Set(strangers.map(({ shop }) => shop))]);
  const owned: { webhook: IncomingWebhook; owner: ShopDomain; isRenamed: boolean }[] = [];
  for (const webhook of strangers) {
    const named = known.get(webhook.shop) ?? null;
    const shopifyId = named === null ? (webhook.shopifyId?.() ?? null) : null;
    const owner = named ?? (shopifyId === null ? null : await shopOfId(db, shopifyId, webhook.shop));
    const isRenamed = named !== null && named !== webhook.shop;
    if (owner !== null && owner !== (tried.get(webhook.shop) ?? webhook.shop))
      owned.push({ webhook, owner, isRenamed });
  }
  return owned;
}

/** `stranger`: nobody has the app under this address. */
async function insertKnown(
  db: Kysely<Tables>,
  cipher: Cipher,
  batch: readonly Addressed[],
): Promise<(Outcome | 'stranger')[]> {
  const column = <T>(pick: (webhook: Addressed) => T) => batch.map(pick);
  const bodies = column(({ body, shop, webhookId }) => encryptBody(cipher, shop, webhookId, body));
  // One value of bytes for all: neither driver writes an array of bytes without spelling each byte out.
  const { rows } = await sql<{ known: boolean; here: boolean; stored: boolean }>`
    with incoming as (
      select u.*, u.shop = '' or (s.shop is not null
          and (u.topic <> 'orders/create' or coalesce(jsonb_array_length(s.settings #> '{automation,pendingGateways}') > 0, false))
          and (s.uninstalled_at is null or u.topic = any(${afterUninstall}::text[]))
      ) as known, s.shop is not null and s.uninstalled_at is null as here
      from unnest(
        ${column(({ shop }) => shop)}::text[], ${column(({ via }) => via)}::text[],
        ${column(({ webhookId }) => webhookId)}::text[], ${column(({ topic }) => topic)}::text[],
        ${column(({ triggeredAt }) => triggeredAt)}::timestamptz[],
        ${startsOf(bodies)}::int4[], ${bodies.map(({ length }) => length)}::int4[],
        ${column(({ unusable }) => unusable)}::text[]
      ) with ordinality as u(shop, via, webhook_id, topic, triggered_at, body_start, body_length, why, position)
      left join shop s on s.shop = u.shop and s.installed_at is not null
        and (u.via is null or (s.renamed_to = u.via and not exists (
          select from shop n where n.shop = u.via and n.installed_at is not null and n.uninstalled_at is null)))
    ), stored as (
      insert into webhook (shop, webhook_id, topic, triggered_at, payload_sealed, state, why)
      select shop, webhook_id, topic, triggered_at, substring(${Buffer.concat(bodies)}::bytea from body_start for body_length),
        case when why is null then 'new' else 'quarantined' end, why
      from incoming where known
      on conflict (shop, webhook_id) do nothing
      returning shop, webhook_id
    )
    select i.known, i.here, s.shop is not null as stored
    from incoming i left join stored s on s.shop = i.shop and s.webhook_id = i.webhook_id
    order by i.position`.execute(db);
  return rows.map(({ known, here, stored }) => {
    if (stored) return 'stored';
    if (known) return 'duplicate';
    return here ? 'ignored' : 'stranger';
  });
}

/** Where each begins when they stand in a row; PostgreSQL counts from 1. */
function startsOf(bodies: readonly Buffer[]): number[] {
  let next = 1;
  return bodies.map(({ length }) => {
    const start = next;
    next += length;
    return start;
  });
}
