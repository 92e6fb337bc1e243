import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deliveriesPage } from '#api-contract/deliveries.ts';
import { type Overview, overview } from '#api-contract/overview.ts';
import { type PackingList, packingList } from '#api-contract/packing-list.ts';
import { type PlacementRequest, placementRequest } from '#placement/placement-request.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

const second = 'second-shop.myshopify.com';
let world: LocalWorld;
/** What was sent for each; the last two are for the past. */
const requests: PlacementRequest[] = [];
beforeAll(async () => {
  const of = { ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' };
  const shops = [
    { domain: demoShop, name: 'Kettles', ...of },
    { domain: second, name: 'Second', ...of },
  ];
  world = await startTestWorld({ store: { shops } });
  for (const number of [7_001, 7_002, 7_003]) {
    const { sent } = await paidOrder(world, orderKinds.paid({ number }));
    requests.push(z.object(placementRequest.shape).parse(sent[0]));
  }
});
afterAll(() => world.close());

const query = ({ start, end }: { start: string; end: string | null }) =>
  new URLSearchParams({ start, ...(end === null ? {} : { end }) });
const listOf = async (slot: Overview['nextSlots'][number]['slot'], shop = demoShop): Promise<PackingList> =>
  packingList.parse((await world.api('GET', `/api/packing-list?${query(slot)}`, undefined, shop)).body);
const slotOf = async (reference: string) => {
  const { nextSlots } = overview.parse((await world.api('GET', '/api/overview')).body);
  const found = nextSlots.find(({ orderReference }) => orderReference === reference);
  if (!found) throw new Error(`no slot of ${reference}`);
  return found.slot;
};

test('lists what is packed for a slot, for this shop alone, and keeps on record who looked', async () => {
  const slot = await slotOf('7001');
  const { deliveries, more } = await listOf(slot);
  expect(more).toBe(0);
  expect(deliveries.map(({ orderReference }) => orderReference)).toContain('7001');
  const [request] = requests;
  expect(deliveries.find(({ orderReference }) => orderReference === '7001')).toMatchObject({
    orderName: '#7001',
    recipient: request?.dropoff_contact_name,
    items: request?.items.map(({ name, quantity }) => ({ name, quantity })),
    progress: null,
    isLate: false,
  });
  expect(JSON.stringify(deliveries)).not.toContain(request?.dropoff_contact_phone);
  expect((await listOf(slot, second)).deliveries).toEqual([]);
  expect((await listOf({ ...slot, end: null })).deliveries).toEqual([]);
  const { db } = world.app.context.storage;
  const views = db.selectFrom('access_log').select('what').where('shop', '=', demoShop);
  expect(await views.execute()).toContainEqual({ what: 'packing_list' });
});

test('marks what a person has to decide about before it is handed over', async () => {
  const slot = await slotOf('7001');
  const marked = async () => {
    const { deliveries } = await listOf(slot);
    return deliveries.filter(({ needsPerson }) => needsPerson).map(({ orderReference }) => orderReference);
  };
  expect(await marked()).toEqual([]);
  const { id } = world.store.order(demoShop, 7_001);
  world.store.changeFulfillmentOrder(demoShop, id, { action: 'hold' });
  await world.orderUntil(id, ({ needsPerson }) => needsPerson);
  expect(await marked()).toEqual(['7001']);
  const { db } = world.app.context.storage;
  const told = (progress: 'on_its_way' | null) =>
    db.updateTable('delivery').set({ progress }).where('order_reference', '=', '7001').execute();
  await told('on_its_way');
  expect(await marked()).toEqual([]);
  await told(null);
  world.store.changeFulfillmentOrder(demoShop, id, { action: 'releaseHold' });
  await world.orderUntil(id, ({ needsPerson }) => !needsPerson);
});

test('what a driver comes for while its location is closed is to be handed over all the same', async () => {
  const slot = await slotOf('7001');
  const { id } = world.store.order(demoShop, 7_001);
  const { db } = world.app.context.storage;
  const { location_id: location } = await db
    .selectFrom('delivery')
    .select('location_id')
    .where('order_reference', '=', '7001')
    .executeTakeFirstOrThrow();
  const closed = (closedDays: string[]) =>
    world.api('PUT', '/api/settings', { locations: { [String(location)]: { closedDays } } });
  const refreshed = async () => (await world.api('POST', `/api/orders/${id}/refresh`, {})).body;
  await closed([slot.start.slice(0, 10)]);
  expect(await refreshed()).toMatchObject({ needsPerson: true, headline: { what: 'location_closed' } });
  const { deliveries } = await listOf(slot);
  expect(deliveries.find(({ orderReference }) => orderReference === '7001')).toMatchObject({ needsPerson: false });
  await closed([]);
  expect(await refreshed()).toMatchObject({ needsPerson: false, headline: { what: 'booked' } });
});

test.each(['', '?start=today', '?start=2026-11-21T08:00:00Z&end=later'])('refuses %j', async (text) => {
  expect((await world.api('GET', `/api/packing-list${text}`)).status).toBe(400);
});

/** Whether the order's page and the list of deliveries call it late. */
async function shownLate(number: number): Promise<boolean[]> {
  const view = await world.orderView(world.store.order(demoShop, number).id);
  const page = deliveriesPage.parse((await world.api('GET', `/api/deliveries?query=${number}`)).body);
  return [...(view?.deliveries ?? []), ...page.deliveries].map(({ isLate }) => isLate);
}

test('is late once the slot is over, where the service tells what was collected', async () => {
  const { db } = world.app.context.storage;
  const [start, end] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
  await db
    .updateTable('delivery')
    .set({ slot_start: start, slot_end: end })
    .where('order_reference', 'in', ['7002', '7003'])
    .execute();
  const past = { start: start.toISOString(), end: end.toISOString(), text: '' };
  const late = async () =>
    (await listOf(past)).deliveries.map(({ orderReference, isLate }) => [orderReference, isLate]);
  expect(await late()).toEqual([
    ['7002', false],
    ['7003', false],
  ]);
  const told = (progress: 'delivered' | null) =>
    db.updateTable('delivery').set({ progress }).where('order_reference', '=', '7003').execute();
  expect(await shownLate(7_002)).toEqual([false, false]);
  await told('delivered');
  expect(await late()).toEqual([
    ['7002', true],
    ['7003', false],
  ]);
  expect(await Promise.all([7_001, 7_002, 7_003].map(shownLate))).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
  await told(null);
});

test('is late where it was collected and not brought hours after its slot', async () => {
  const { db } = world.app.context.storage;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const given = async (end: number, since: number) => {
    const slot = { slot_start: hoursAgo(end + 2), slot_end: hoursAgo(end) };
    const collected = { progress: 'on_its_way' as const, progress_at: hoursAgo(since) };
    await db
      .updateTable('delivery')
      .set({ ...slot, ...collected })
      .where('order_reference', '=', '7002')
      .execute();
    const packed = { start: slot.slot_start.toISOString(), end: slot.slot_end.toISOString(), text: '' };
    const { deliveries } = await listOf(packed);
    return [...deliveries.map(({ isLate }) => isLate), ...(await shownLate(7_002))];
  };
  expect(await given(3, 5)).toEqual([false, false, false]);
  expect(await given(5, 3)).toEqual([false, false, false]);
  expect(await given(5, 5)).toEqual([true, true, true]);
  const nothing = { progress: null, progress_at: null };
  await db.updateTable('delivery').set(nothing).where('order_reference', '=', '7002').execute();
});
