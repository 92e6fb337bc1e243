import { createHmac } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { hangTable } from '#testing/hang-table.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { rawRequest } from '../testing/raw-request.ts';

const limitBytes = 64 * 1024 * 1024;
const body = Buffer.alloc(8 * 1024 * 1024, 0x20);
const perRound = 7;
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({ env: { ROLE: 'web' } });
});
afterAll(() => world.close());
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await world.app.context.storage.db.deleteFrom('webhook').execute();
});

/** Sends as many as fit at a time; the statuses are there when all are answered. */
function sendRound(name: string): Promise<string[]> {
  const { apiSecret } = world.app.context.config.shopify;
  const hmac = createHmac('sha256', apiSecret).update(body).digest('base64');
  const head = (id: string) =>
    [
      'POST /api/webhooks HTTP/1.1',
      'Host: app',
      'Connection: close',
      `Content-Length: ${body.length}`,
      'X-Shopify-Topic: orders/paid',
      `X-Shopify-Shop-Domain: ${demoShop}`,
      `X-Shopify-Webhook-Id: ${id}`,
      `X-Shopify-Hmac-Sha256: ${hmac}`,
    ].join('\r\n');
  const answers = Array.from({ length: perRound }, (_, index) =>
    rawRequest(world.appUrl, `${head(`${name}-${index}`)}\r\n\r\n`, body),
  );
  return Promise.all(answers.map(async (answer) => (await answer).split(' ')[1] ?? 'cut off'));
}

/** Bodies that the inbox has taken and not settled, in bytes: now and at most. */
function watchInbox() {
  const { inbox } = world.app.context.storage;
  const receive = inbox.receive;
  const watch = { taken: 0, held: 0, most: 0 };
  vi.spyOn(inbox, 'receive').mockImplementation(async (webhook, ...rest) => {
    watch.taken += 1;
    watch.held += webhook.body.length;
    watch.most = Math.max(watch.most, watch.held);
    return receive(webhook, ...rest).finally(() => {
      watch.held -= webhook.body.length;
    });
  });
  return watch;
}

async function stored(): Promise<string[]> {
  const rows = await world.app.context.storage.db.selectFrom('webhook').select('webhook_id').execute();
  return rows.map(({ webhook_id }) => webhook_id).sort();
}

test('security 15: while the database hangs, bodies that were answered 503 are forgotten, or count until their insert ends', async () => {
  const inbox = watchInbox();
  const counted = vi.spyOn(world.app.context.metrics.webhooksReceived, 'inc');
  const busy = () => counted.mock.calls.filter(([labels]) => (labels as { result?: string }).result === 'busy').length;
  const database = await hangTable(world, 'webhook');
  onTestFinished(database.end);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let round = 1; round <= 4; round += 1) {
    const statuses = sendRound(`hanging-${round}`);
    while (inbox.taken + busy() < round * perRound) await turn();
    await vi.advanceTimersByTimeAsync(4_500);
    for (const status of await statuses) expect(['503', 'cut off']).toContain(status);
  }
  expect(inbox.most).toBeLessThanOrEqual(limitBytes);
  vi.useRealTimers();
  await database.end();
  await expect.poll(() => inbox.held).toBe(0);
  expect((await stored()).length).toBeLessThanOrEqual(limitBytes / body.length);
  expect(await sendRound('answering')).toEqual(Array.from({ length: perRound }, () => '200'));
});

test('what was answered 503 while it waited for its insert is not stored before what comes anew', async () => {
  const { receive } = world.app.context.storage.inbox;
  const inbox = watchInbox();
  const database = await hangTable(world, 'webhook');
  onTestFinished(database.end);
  const underWay: Promise<string>[] = [];
  for (const webhookId of ['one', 'other']) {
    underWay.push(
      receive({
        shop: demoShop,
        webhookId,
        topic: 'orders/paid',
        triggeredAt: null,
        body: Buffer.from('{}'),
        unusable: null,
      }),
    );
    for (let count = 0; count < 5; count += 1) await turn();
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const statuses = sendRound('waiting');
  while (inbox.taken < perRound) await turn();
  await vi.advanceTimersByTimeAsync(4_500);
  expect(new Set(await statuses)).toEqual(new Set(['503']));
  expect(inbox).toMatchObject({ taken: perRound, held: 0 });
  vi.useRealTimers();
  await database.end();
  expect(await Promise.all(underWay)).toEqual(['stored', 'stored']);
  expect(await stored()).toEqual(['one', 'other']);
});
