import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { Cipher } from '#storage/encryption.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freshServerDatabase } from '../databases.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let world: LocalWorld;
afterEach(() => world.close());

/** What the worker's timers ask whether there is an order or not, each by the beginning of its statement. */
const timers = [
  'update order_run set lease_until = null, interrupted = true',
  'update order_run r set lease_until = clock_timestamp()',
  'insert into "worker_heartbeat"',
  'select "name" from "app_secret"',
  'select "shop", "mode" from "gate" where "probe_at"',
  'select "shop" from "shop" where "installed_at"',
  'with due as ( select e.id from flow_event',
  'with wanted as ( select s.shop, a.mode, a.account from shop s',
  'update "notification_source" set "secret_sealed"',
  // The delivery service's own, which this process runs, too.
  'insert into courier_webhook',
  'with due as ( select n.seq from courier_notification',
  'select min(n.next_attempt_at) as at from courier_notification',
];
const isOfTimer = (text: string): boolean => timers.some((beginning) => text.startsWith(beginning));
/** What one webhook costs in the inbox; the payment's others, and the echo of the app's own note, cost the same again. */
const perWebhook = [
  'with incoming',
  'select pg_notify',
  'with recursive waiting as ( (select shop from webhook',
  'with reading',
];
/** A run is claimed, and its end looks for the next one; a timer looks every second, too. */
const claims = 'with recursive waiting as ( (select shop from order_run';
const most: readonly [beginning: string, times: number][] = [
  ...perWebhook.map((beginning): [string, number] => [beginning, 1]),
  [claims, 2],
];

/** Without what came more often for another reason than the order. */
function ofTheOrder(statements: readonly string[]): string[] {
  const seen = new Map<string, number>();
  let isOfOther = false;
  return statements.filter((text) => {
    const [beginning = '', times = Number.POSITIVE_INFINITY] = most.find(([known]) => text.startsWith(known)) ?? [];
    seen.set(beginning, (seen.get(beginning) ?? 0) + 1);
    const isCounted = !isOfTimer(text) && (seen.get(beginning) ?? 0) <= times;
    // The inbox alone uses BEGIN; its transaction is counted with the webhook that it is about.
    if (text === 'begin') isOfOther = (seen.get('with reading') ?? 0) > 0;
    return isCounted && !(isOfOther && ['begin', 'commit'].includes(text));
  });
}

const textOf = (query: unknown): string => {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text;
  return (text ?? '').replace(/\s+/g, ' ').trim();
};

/** Statements of one plain order from its webhook to its note, and how often a stored order was decrypted. */
async function oneOrder(): Promise<{ statements: string[]; decrypted: number }> {
  const { id } = world.store.addOrder(demoShop, orderKinds.unpaid());
  await world.store.webhooksSettled();
  await pause(1_500);
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    statements.push(textOf(args[0]));
    return query.apply(this, args as never) as never;
  });
  const opened = vi.spyOn(Cipher.prototype, 'decrypt');
  world.store.payOrder(demoShop, id);
  const note = () => world.store.order(demoShop, id).note;
  while (note() === null) await pause(2);
  const isFinished = () =>
    statements.some((text) => text.startsWith('update order_run set lease_until = null, interrupted = false'));
  while (!isFinished()) await pause(2);
  const orders = opened.mock.calls.filter(([, place]) => place.table === 'shop_order');
  spied.mockRestore();
  opened.mockRestore();
  return { statements: ofTheOrder(statements), decrypted: orders.length };
}

test('one plain order takes at most 20 statements, 3 of them writes, and 3 transactions, and is decrypted at most 3 times', async () => {
  world = await startTestWorld({ env: { DATABASE_URL: await freshServerDatabase() } });
  await oneOrder();
  const { statements, decrypted } = await oneOrder();
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(20);
  expect(statements.filter((text) => text === 'begin').length).toBeLessThanOrEqual(3);
  expect(decrypted).toBeLessThanOrEqual(3);
  // Decided and claimed, answered, written back: each write of an order costs more than all that reads it.
  expect(statements.filter((text) => text.startsWith('with guard'))).toHaveLength(3);
}, 180_000);
