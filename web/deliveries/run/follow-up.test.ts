import { describe, expect, test } from 'vitest';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleOrder } from '#placement/testing/example-order.ts';
import { aggregateOf, booked, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord, Refusal } from '../delivery.ts';
import { AppError } from '../errors.ts';
import { type Decided, mergeDeliveries, type OrderAggregate } from '../order.ts';
import { reason } from '../reasons.ts';
import { followUp } from './follow-up.ts';

const denied = new AppError({
  ...{ code: 'shopify_denied', retryable: false },
  ...{ merchantMessage: 'Shopify denied access.', nextStep: 'Allow it.' },
});

const placed = exampleDelivery({ state: 'placed', placedAt: now, writtenBackAt: now, service: booked() });
const refused: Refusal = { ...reason('fulfilment_refused', {}), of: 'fulfilment' };
const deny = async () => {
  throw denied;
};
const leaseMs = 60_000;
const makes = async () => ({ fulfillmentId: '7' });

/** What follows a booked delivery, while another run writes `meanwhile` and, where it is newer, takes the order. */
async function followed({
  fulfil = makes,
  findFulfillment = async () => null,
  readOrder = async () => null,
  meanwhile = {},
  isOvertaken: isNewer = false,
}: {
  fulfil?: () => Promise<{ fulfillmentId: string }>;
  findFulfillment?: (shop: string, fulfillmentOrderId: string) => Promise<string | null>;
  readOrder?: () => Promise<ShopOrder | null>;
  meanwhile?: Partial<DeliveryRecord>;
  isOvertaken?: boolean;
}) {
  let known = aggregateOf([placed]);
  const write = (deliveries: DeliveryRecord[] = []) => {
    known = { ...known, deliveries: mergeDeliveries(known.deliveries, deliveries) };
  };
  const wakes: unknown[] = [];
  const record = async (decide: (order: OrderAggregate) => Decided<unknown>) => {
    write(known.deliveries.map((delivery) => ({ ...delivery, ...meanwhile })));
    const { change } = decide(known);
    write(change?.deliveries);
    wakes.push(...(change?.wakes ?? []));
  };
  const take = async (decide: Parameters<typeof record>[0]) => {
    if (!isNewer) await record(decide);
  };
  const isOvertaken = async () => isNewer;
  const ports = { shopify: { findFulfillment, fulfil, readOrder }, timing: { leaseMs } };
  const { settings, ...others } = exampleShop();
  const shop = { ...others, settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } } };
  await followUp(ports as never, { shop, orderId: placed.orderId, known, record, take, isOvertaken } as never);
  expect(wakes).toEqual(isNewer ? [{ at: now + leaseMs }] : []);
  return known.deliveries.map(({ fulfillmentId, refusals }) => [fulfillmentId, ...refusals.map(({ code }) => code)]);
}

test.each<[string, Parameters<typeof followed>[0], (string | null)[]]>([
  ['that may be neither looked for nor made is refused', { fulfil: deny, findFulfillment: deny }, [null, refused.code]],
  ['that another run was refused is made', { meanwhile: { refusals: [refused] } }, ['7']],
  ['that another run has made is none that is refused', { fulfil: deny, meanwhile: { fulfillmentId: '8' } }, ['8']],
  [
    'that somebody asked for anew meanwhile is not refused',
    { fulfil: deny, meanwhile: { writtenBackAt: null } },
    [null],
  ],
  ['is left to a newer run, and to one after its lease', { isOvertaken: true }, [null]],
])('a fulfilment %s', async (_name, given, row) => {
  expect(await followed(given)).toEqual([row]);
});

describe('goods that stand in another fulfilment order by now', () => {
  const goods = (pieces: number) =>
    exampleLine({ lineItemId: '70', remainingQuantity: pieces, totalQuantity: pieces, orderedQuantity: 1 });
  const order = exampleOrder({
    fulfillmentOrders: [
      exampleFulfillmentOrder({ id: '501', status: 'CLOSED', lines: [goods(0)] }),
      // What was fulfilled of it was cancelled: it stays closed, lists its goods as open, and a new one has them.
      exampleFulfillmentOrder({ id: '502', status: 'CLOSED', lines: [goods(1)] }),
      exampleFulfillmentOrder({ id: '503', lines: [goods(1)] }),
    ],
  });
  const notOpen = new AppError({
    ...{ code: 'shopify_user_error', retryable: false },
    ...{ merchantMessage: 'Fulfillment order is not open' },
  });
  const onlyOf = (made: string[]) => async (_shop: string, input: { lines: { fulfillmentOrderId: string }[] }) => {
    const [of = ''] = input.lines.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
    if (of !== '503') throw notOpen;
    made.push(of);
    return { fulfillmentId: '9' };
  };

  test.each([
    ['are fulfilled there', null, '9', ['503']],
    ['are left to whoever cancelled the fulfilment that was made, its answer lost', '502', '8', []],
  ])('%s', async (_name, madeOf, fulfillmentId, makes) => {
    const made: string[] = [];
    const findFulfillment = async (_shop: string, of: string) => (of === madeOf ? '8' : null);
    const given = { fulfil: onlyOf(made) as never, findFulfillment, readOrder: async () => order };
    expect(await followed(given)).toEqual([[fulfillmentId]]);
    expect(made).toEqual(makes);
  });
});

describe('what happened to two drivers of one fulfilment', () => {
  const step = (state: 'on_its_way' | 'delivered', minutes: number) => ({ state, at: now + minutes * 60_000 });
  const steps = [step('on_its_way', 10), step('delivered', 30)];
  const first = { ...placed, fulfillmentId: '7', steps };
  const sooner = [step('on_its_way', 5), step('delivered', 40)];
  const second = { ...first, orderReference: '1001-R2' as never, replaces: first.orderReference, steps: sooner };

  async function toldOf(run: 'newest' | 'overtaken', steps = sooner, meanwhile: DeliveryRecord[] = []) {
    const told: string[] = [];
    const wakes: unknown[] = [];
    let known = aggregateOf([first, { ...second, fulfillmentId: 'elsewhere', steps }]);
    const record = async (decide: (order: OrderAggregate) => Decided<unknown>) => {
      const { change } = decide(known);
      known = { ...known, deliveries: mergeDeliveries(known.deliveries, change?.deliveries ?? []) };
      wakes.push(...(change?.wakes ?? []));
    };
    const addFulfillmentEvents = async (
      _shop: string,
      id: string,
      events: { status: string; happenedAt: string }[],
    ) => {
      for (const { status, happenedAt } of events)
        told.push(`${id} ${status} ${(Date.parse(happenedAt) - now) / 60_000}`);
      known = { ...known, deliveries: mergeDeliveries(known.deliveries, meanwhile) };
    };
    const { settings, ...others } = exampleShop();
    const shop = { ...others, settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } } };
    const ports = { shopify: { addFulfillmentEvents }, timing: { leaseMs } };
    const isOvertaken = async () => run === 'overtaken';
    await followUp(ports as never, { shop, orderId: placed.orderId, known, record, isOvertaken } as never);
    expect(wakes).toEqual(run === 'overtaken' ? [{ at: now + leaseMs }] : []);
    return { told, toldSteps: known.deliveries.map(({ toldSteps }) => toldSteps) };
  }

  test('is told in the order in which they went', async () => {
    const onItsWay = ['7 OUT_FOR_DELIVERY 5', '7 OUT_FOR_DELIVERY 10'];
    const told = [...onItsWay, '7 DELIVERED 30', '7 DELIVERED 40'];
    expect(await toldOf('newest')).toEqual({ told, toldSteps: [2, 2] });
  });

  test('is told once where it happened to both within a second', async () => {
    const alike = [step('on_its_way', 5), step('delivered', 30)];
    const told = ['7 OUT_FOR_DELIVERY 5', '7 OUT_FOR_DELIVERY 10', '7 DELIVERED 30'];
    expect(await toldOf('newest', alike)).toEqual({ told, toldSteps: [2, 2] });
  });

  test('is told once more where another run learnt of it meanwhile', async () => {
    const delivered = { ...first, steps: [...steps, step('delivered', 35)] };
    expect(await toldOf('newest', sooner, [delivered])).toMatchObject({ toldSteps: [2, 2] });
  });

  test('is left to a newer run, and to one after its lease', async () => {
    expect(await toldOf('overtaken')).toEqual({ told: [], toldSteps: [0, 0] });
  });
});
