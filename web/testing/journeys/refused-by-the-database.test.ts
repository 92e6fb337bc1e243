import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());

const shippingAddress = () => orderKinds.paid().shippingAddress ?? {};

it('cleans what no database can hold where it comes in: the order is placed', async () => {
  const broken = orderKinds.paid({
    name: '#77\u00007',
    note: 'gate\u0000 code \ud800',
    shippingAddress: { ...shippingAddress(), firstName: 'Tha\u0000ndi', lastName: 'Nk\udc00osi' },
  });
  const { id } = world.store.addOrder(demoShop, broken);
  const view = await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  expect(view).toMatchObject({ state: 'placed', orderName: '#777' });
  const [sent] = (await world.placements()).filter((body) => body['order_reference'] === String(view.orderNumber));
  expect(sent?.['dropoff_contact_name']).toBe('Thandi Nkosi');
  expect(world.store.order(demoShop, id).note?.startsWith('gate\u0000 code')).toBe(true);
});

it('rests an order whose run fails three times in the same way, with a reason', async () => {
  // Longer than an index takes, and nothing that could be packed.
  const name = Array.from({ length: 400 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex')).join(
    '',
  );
  const { id } = world.store.addOrder(demoShop, orderKinds.paid({ name }));
  const view = await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  expect(view.reason).toMatchObject({ code: 'run_failed', nextStep: expect.stringMatching(/Press Send/) });
  expect(view.deliveries).toEqual([]);
  const waiting = world.app.context.storage.db.selectFrom('webhook').select('topic').where('state', '=', 'dispatched');
  await expect.poll(() => waiting.execute()).toEqual([]);
});

it('waits for a database that fails for reasons of its own, however often, and goes on by itself', async () => {
  const { db } = world.app.context.storage;
  // As where a right is missing after an upgrade, or a password was changed that only new connections are asked for.
  await sql`create function fails() returns trigger language plpgsql as
    $$ begin raise exception 'permission denied' using errcode = '42501'; end $$`.execute(db);
  await sql`create trigger fails before insert on delivery for each row execute function fails()`.execute(db);
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  const failures = async () =>
    (await db.selectFrom('order_run').select('failures').execute()).map((run) => run.failures);
  await expect.poll(failures, { timeout: 20_000 }).toContain(3);
  await sql`drop trigger fails on delivery`.execute(db);
  await sql`drop function fails`.execute(db);
  expect(await world.orderUntil(id, ({ state }) => state === 'placed' || state === 'needs_attention')).toMatchObject({
    state: 'placed',
  });
});
