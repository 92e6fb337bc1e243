import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
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

const asked = async (riskLevel: 'HIGH' | 'MEDIUM') => {
  const { id, number } = world.store.addOrder(demoShop, orderKinds.warnedOf({ paid: true, riskLevel }));
  return { id, number, view: await world.orderUntil(id, ({ state }) => state === 'needs_attention') };
};

describe('an order that Shopify warns of before its driver is sent', () => {
  it('is for a person to decide, and goes by itself once it is found harmless', async () => {
    const { id, number, view } = await asked('HIGH');
    expect(view).toMatchObject({ reason: { code: 'fraud_risk_high' }, needsPerson: false, deliveries: [] });
    expect(view.rules.find(({ rule }) => rule === 'fraud risk')).toMatchObject({ input: 'high', result: 'fail' });
    expect(await sentFor(world, number)).toEqual([]);
    world.store.assessRisk(demoShop, id, { riskLevel: 'LOW' });
    const { deliveries } = await world.orderUntil(id, ({ state }) => state === 'placed');
    expect(deliveries).toMatchObject([{ drift: [] }]);
    expect(await sentFor(world, number)).toHaveLength(1);
  });

  it("goes by a person's word, which no later warning of the same risk questions", async () => {
    const { id, number } = await asked('HIGH');
    await world.api('POST', `/api/orders/${id}/send`, { mode: 'again' });
    await world.orderUntil(id, ({ state }) => state === 'placed');
    world.store.assessRisk(demoShop, id, { riskLevel: 'HIGH', provider: 'Fraud app' });
    world.store.updateOrder(demoShop, id, { tags: ['seen'] });
    const { body } = await world.api('POST', `/api/orders/${id}/refresh`, {});
    expect(body).toMatchObject({ state: 'placed', needsPerson: false, deliveries: [{ drift: [], alarm: null }] });
    expect(await sentFor(world, number)).toHaveLength(1);
  });

  it('goes by itself at a risk that the shop is not asked about, and waits at one that it is', async () => {
    const { view } = await paidOrder(world, orderKinds.paid({ riskLevel: 'MEDIUM' }));
    expect(view).toMatchObject({ state: 'placed' });
    const ask = (askAtRisk: string) => world.api('PUT', '/api/settings', { automation: { askAtRisk } });
    await ask('medium');
    expect((await asked('MEDIUM')).view).toMatchObject({ reason: { code: 'fraud_risk_medium' } });
    await ask('high');
  });
});

test('an analysis that finds what is known costs no reading: every order is analysed', async () => {
  const { stored } = await paidOrder(world, orderKinds.paid());
  const reads = () =>
    world.store.calls(demoShop).filter(({ variables }) => JSON.stringify(variables).includes(stored.id)).length;
  const waiting = () =>
    world.app.context.storage.db
      .selectFrom('webhook')
      .select('id')
      .where('state', 'in', ['new', 'dispatched'])
      .execute();
  const settled = async () => {
    await world.store.webhooksSettled();
    await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(0);
  };
  await settled();
  const before = reads();
  for (const provider of [null, 'Fraud app'])
    world.store.assessRisk(demoShop, stored.id, { riskLevel: 'LOW', provider });
  await settled();
  const told = world.store
    .webhookLog(demoShop)
    .filter(({ topic, body }) => topic.includes('risk') && body.includes(stored.id));
  expect(told).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  expect(reads()).toBe(before);
});

describe('a warning after the driver was booked', () => {
  const warned = async () => {
    const { stored, view, sent } = await paidOrder(world, orderKinds.paid());
    expect(view).toMatchObject({ state: 'placed', headline: { what: 'booked' } });
    world.store.assessRisk(demoShop, stored.id, { riskLevel: 'HIGH' });
    const told = await world.orderUntil(stored.id, ({ needsPerson }) => needsPerson);
    return { ...stored, told, sent };
  };

  it('is told of first, until Shopify takes it back', async () => {
    const { id, number, told, sent } = await warned();
    const drift = [{ about: 'fraud_risk', field: 'fraud_risk', placed: 'none', now: 'high', closed: null }];
    expect(told).toMatchObject({ headline: { what: 'fraud_risk', tone: 'critical' }, deliveries: [{ drift }] });
    const { changed } = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(changed.find(({ orderId }) => orderId === id)).toMatchObject({ what: 'fraud_risk' });
    world.store.assessRisk(demoShop, id, { riskLevel: 'LOW' });
    await world.orderUntil(id, ({ needsPerson }) => !needsPerson);
    expect(await sentFor(world, number)).toEqual(sent);
  });

  it('is done with once a person keeps the driver, and leaves him to be cancelled', async () => {
    const kept = await warned();
    const [{ alarm } = { alarm: null }] = kept.told.deliveries;
    const body = { orderReference: `${kept.number}`, alarm };
    await world.api('POST', `/api/orders/${kept.id}/acknowledge`, body);
    expect(await world.orderUntil(kept.id, ({ needsPerson }) => !needsPerson)).toMatchObject({
      headline: { what: 'booked' },
    });
    const other = await warned();
    await world.api('POST', `/api/orders/${other.id}/cancel`, { orderReference: `${other.number}` });
    const { deliveries } = await world.orderUntil(other.id, (now) => now.deliveries[0]?.state === 'cancelled');
    expect(deliveries).toMatchObject([{ drift: [], alarm: null }]);
  });
});
