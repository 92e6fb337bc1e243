import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
});
afterAll(() => world.close());

const isHeld = ({ headline }: OrderView) => headline.what === 'on_hold';
const isQuiet = ({ headline, deliveries }: OrderView) =>
  headline.what === 'booked' && deliveries.every(({ drift }) => drift.length === 0);

async function booked() {
  const { stored, view } = await paidOrder(world, orderKinds.paid());
  expect(view).toMatchObject({ state: 'placed', headline: { what: 'booked' } });
  const hold = (reason: string, lines?: { line: number; quantity: number }[]) =>
    world.store.changeFulfillmentOrder(demoShop, stored.id, {
      ...{ action: 'hold', reason: 'HIGH_RISK_OF_FRAUD', reasonNotes: reason },
      ...(lines && { lines }),
    });
  const release = () => world.store.changeFulfillmentOrder(demoShop, stored.id, { action: 'releaseHold' });
  const until = (condition: (now: OrderView) => boolean) => world.orderUntil(stored.id, condition);
  const post = async (call: string, body: unknown) => {
    const answer = await world.api('POST', `/api/orders/${stored.id}/${call}`, body);
    return { status: answer.status, view: answer.body as OrderView };
  };
  return { ...stored, hold, release, until, post };
}

describe('goods that are put on hold in Shopify after their driver is booked', () => {
  it('are told of first, with the reason of the hold, until it is released', async () => {
    const order = await booked();
    order.hold('Card of a stranger');
    const view = await order.until(isHeld);
    expect(view).toMatchObject({ state: 'placed', needsPerson: true, headline: { tone: 'critical' } });
    expect(view.deliveries).toMatchObject([
      {
        ...{ state: 'placed', alarm: expect.stringMatching(/./) },
        drift: [{ about: 'on_hold', field: 'hold', now: expect.stringContaining('Card of a stranger') }],
      },
    ]);
    const { changed } = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(changed.find(({ orderId }) => orderId === order.id)).toMatchObject({
      ...{ orderReference: String(order.number), what: 'on_hold', slot: { text: expect.any(String) } },
    });
    expect(JSON.stringify(changed)).not.toContain('stranger');
    order.release();
    expect(await order.until(isQuiet)).toMatchObject({ needsPerson: false });
    expect(await sentFor(world, order.number)).toHaveLength(1);
  });

  it('may go as booked by the word of a person, and a newer hold is news', async () => {
    const order = await booked();
    order.hold('Card of a stranger');
    const [seen] = (await order.until(isHeld)).deliveries;
    const { view } = await order.post('acknowledge', { orderReference: `${order.number}`, alarm: seen?.alarm });
    expect(view).toMatchObject({ needsPerson: false, headline: { what: 'booked' } });
    order.release();
    await order.until(isQuiet);
    order.hold('Card of a stranger');
    await order.until(isHeld);
  });

  it('have no driver once a person cancels him, and one again once a person sends them', async () => {
    const order = await booked();
    order.hold('Wrong price');
    await order.until(isHeld);
    await order.post('cancel', { orderReference: `${order.number}` });
    const cancelled = await order.until(({ deliveries }) => deliveries[0]?.state === 'cancelled');
    expect(cancelled.deliveries).toMatchObject([{ drift: [], alarm: null }]);
    order.release();
    const after = (await order.post('refresh', {})).view;
    expect(after.deliveries).toMatchObject([{ state: 'cancelled', drift: [] }]);
    const newReference = `${order.number}-R2`;
    const press = { mode: 'new', orderReference: `${order.number}`, newReference, reason: 'hold released' };
    expect((await order.post('send', press)).status).toBe(202);
    await order.until(({ deliveries }) => deliveries.some(({ state }) => state === 'placed'));
    expect(await sentFor(world, order.number)).toHaveLength(2);
    order.hold('Wrong price, again');
    expect(await order.until(isHeld)).toMatchObject({ headline: { orderReference: newReference } });
  });

  it('are named where the others of the parcel may go', async () => {
    const { stored } = await paidOrder(world, orderKinds.paid({ lines: [{ sku: 'KET-COP', quantity: 3 }] }));
    world.store.changeFulfillmentOrder(demoShop, stored.id, { action: 'hold', lines: [{ line: 0, quantity: 1 }] });
    const view = await world.orderUntil(stored.id, isHeld);
    expect(view.deliveries[0]?.drift).toMatchObject([{ about: 'on_hold', now: expect.stringMatching(/^1 x .*\(/) }]);
  });
});
