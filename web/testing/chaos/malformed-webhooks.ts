import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Overview } from '#api-contract/overview.ts';
import { webhookTopics } from '#shopify/topics.ts';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { headersOf, hmac, type Sent, sendMany } from './send-webhooks.ts';

const noIds = [
  null,
  '',
  ' ',
  'x',
  -1,
  0,
  1.5,
  true,
  [],
  {},
  'gid://shopify/Product/1',
  '１２',
  '1'.repeat(21),
  '\ud800',
];
const noJson = ['{"id":1,}', "{'id':1}", '{"id":01}', '{"id":NaN}', '{"id":1}{', '/**/{"id":1}', '{"id":1}\u0000'];

/** A body that no order, shop or person can be read from; `mark` makes it unlike all others. */
function malformed(random: SeededRandom, mark: string): Buffer {
  const whole = JSON.stringify({ mark, id: 1, note: 'Grüße' });
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const ways: (() => Buffer | string)[] = [
    () => JSON.stringify({ mark, id: pick(noIds) }),
    () => JSON.stringify({ mark, admin_graphql_api_id: pick(noIds), id: pick(noIds) }),
    () => `{"mark":"${mark}","__proto__":{"id":1},"constructor":{"id":1}}`,
    () => `{"mark":"${mark}","id":1,"id":"x"}`,
    () => `{"mark":"${mark}","id":1e400}`,
    () => whole.slice(0, random.below(whole.length)),
    () => `${pick(noJson)}${mark}`,
    () => pick([`"${mark}"`, `["${mark}",{"id":1}]`, `[[["${mark}"]]]`, `mark=${mark}&id=1`, `<order>${mark}</order>`]),
    () => Buffer.concat([Buffer.from('{'), randomBytes(1 + random.below(400)), Buffer.from([0xff])]),
    () => Buffer.from(whole, 'utf16le'),
    () => gzipSync(whole),
    () => `\ufeff${whole}`,
    () => '['.repeat(1 + random.below(5_000)),
    () => `{"mark":"${mark}","id":${'{"a":'.repeat(random.below(2_000))}`,
  ];
  return Buffer.from(pick(ways)());
}

/** Headers that cannot be used; null stands for a header that is not there. */
const badHeaders: readonly Sent['headers'][] = [
  { 'x-shopify-shop-domain': null },
  { 'x-shopify-shop-domain': 'evil.example' },
  { 'x-shopify-shop-domain': `${'a'.repeat(300)}.myshopify.com` },
  { 'x-shopify-topic': null },
  { 'x-shopify-topic': 'x'.repeat(300) },
  { 'x-shopify-webhook-id': null },
  { 'x-shopify-triggered-at': '+275760-09-13T00:00:00Z' },
];

// Any object says something under the first two; the third is stored for shops with payments on trust only.
const needNothing: readonly string[] = ['app/scopes_update', 'locations/update', 'orders/create'];
const topics = webhookTopics.filter((topic) => !needNothing.includes(topic));

export interface MalformedResult {
  sent: number;
  failed: number;
  /** Answered 200. */
  taken: number;
  quarantined: number;
  /** By the process's own metric, and on the shop's Home for those that name it. */
  counted: number;
  shown: number;
  ofShop: number;
}

/** Signed webhooks that nothing can be read from: bodies, and now and then headers. Waits until each was judged. */
export async function sendMalformed(
  world: LocalWorld,
  { count, seed, restMs }: { count: number; seed: number; restMs: number },
): Promise<MalformedResult> {
  const random = new SeededRandom(seed);
  const { config, storage, metrics } = world.app.context;
  const before = await received(metrics);
  const home = async () => ((await world.api('GET', '/api/overview')).body as Overview).quarantinedWebhooks;
  const shownBefore = await home();
  const statuses = await sendMany(world, count, (index) => {
    const body = malformed(random, `m${seed}-${index}`);
    const topic = topics[random.below(topics.length)] ?? null;
    const odd = random.chance(0.05) ? badHeaders[random.below(badHeaders.length)] : {};
    const signature = hmac(body, config.shopify.apiSecret).toString('base64');
    return { body, headers: headersOf(`malformed-${index}`, signature, { 'x-shopify-topic': topic, ...odd }) };
  });
  const read = async () => {
    const { rows } = await sql<{ shop: string; state: string; count: number }>`
      select shop, state, count(*)::int4 as count from webhook
      where webhook_id like 'malformed-%' or webhook_id like 'body/%' group by 1, 2`.execute(storage.db);
    const sum = (which: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(which).reduce((total, { count: some }) => total + some, 0);
    const quarantined = sum(({ state }) => state === 'quarantined');
    return { quarantined, ofShop: sum(({ shop }) => shop === demoShop), left: sum(() => true) - quarantined };
  };
  let stored = await read();
  for (const until = Date.now() + restMs; stored.left > 0 && Date.now() < until; stored = await read())
    await pause(200);
  const failed = [...statuses].reduce((sum, [status, some]) => sum + (status >= 500 ? some : 0), 0);
  return {
    ...{ sent: count, failed, taken: statuses.get(200) ?? 0 },
    ...{ quarantined: stored.quarantined, ofShop: stored.ofShop },
    ...{ counted: (await received(metrics)) - before, shown: (await home()) - shownBefore },
  };
}

/** How many webhooks the metric says that were taken in. */
async function received({ webhooksReceived }: LocalWorld['app']['context']['metrics']): Promise<number> {
  const { values } = await webhooksReceived.get();
  const taken = values.filter(({ labels }) => ['stored', 'quarantined'].includes(String(labels.result)));
  return taken.reduce((sum, { value }) => sum + value, 0);
}
