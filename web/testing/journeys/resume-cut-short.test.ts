import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { resting } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '50', SWEEP_INTERVAL_SECONDS: '2' } });
});
afterAll(() => world.close());

const save = (patch: unknown) => world.api('PUT', '/api/settings', patch);

/** The database refuses to make an order due, as while it shuts down, at a deadlock, or where a lock is not had in time. */
async function whileNoneIsWoken<T>(work: () => Promise<T>): Promise<T> {
  const { db } = world.app.context.storage;
  await sql`create or replace function refuse_wake() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(db);
  await sql`create trigger refuse_wake before update on order_run for each row
    when (old.next_run_at is null and new.next_run_at is not null and new.lease_until is null) execute function refuse_wake()`.execute(
    db,
  );
  try {
    return await work();
  } finally {
    await sql`drop trigger refuse_wake on order_run`.execute(db);
  }
}

test.each([
  ['a pause', { paused: true }, { paused: false }, 'paused'],
  ['a test mode', { automation: { testMode: true } }, { automation: { testMode: false } }, 'test_mode'],
  ['a missing key', { courier: { apiKey: null } }, { courier: { apiKey: liveKey } }, 'no_key'],
])(
  '%s whose end could not be carried through at first is over once it is saved again',
  async (_name, begin, end, code) => {
    expect(await save(begin)).toMatchObject({ status: 200 });
    const { id } = world.store.addOrder(demoShop, orderKinds.paid());
    expect(await world.orderUntil(id, resting)).toMatchObject({ state: 'held', reason: { code } });
    await expect.poll(() => world.orderUntil(id, resting)).toMatchObject({ state: 'held' });
    const first = await whileNoneIsWoken(() => save(end));
    expect(first.status).toBeGreaterThanOrEqual(500);
    // The merchant presses Save, or Resume, again.
    expect(await save(end)).toMatchObject({ status: 200 });
    expect(await world.orderUntil(id, ({ state }) => state === 'placed', 10_000)).toMatchObject({ state: 'placed' });
  },
  60_000,
);
