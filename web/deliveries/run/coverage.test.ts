import fc from 'fast-check';
import { it } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { LocationId, ShopDomain } from '#placement/ids.ts';
import type { FulfillmentOrder } from '#placement/shop-order.ts';
import {
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { aggregateOf } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { mergeDeliveries, type OrderAggregate } from '../order.ts';
import { reason } from '../reasons.ts';
import { applySnapshot } from './apply-snapshot.ts';
import type { SnapshotContext } from './snapshot-context.ts';

const places = ['9001', '9002'] as const;
const statuses = ['OPEN', 'ON_HOLD', 'SCHEDULED'] as const;
const pick = fc.nat({ max: 5 });

/** What a shop does with an order, by small numbers that choose what it is done to. */
const step = fc.oneof(
  fc.record({
    does: fc.constant('add' as const),
    place: fc.constantFrom(...places),
    status: fc.constantFrom(...statuses),
  }),
  fc.record({ does: fc.constant('grow' as const), at: pick }),
  fc.record({ does: fc.constant('status' as const), at: pick, status: fc.constantFrom(...statuses) }),
  fc.record({ does: fc.constant('move' as const), at: pick, place: fc.constantFrom(...places) }),
  fc.record({ does: fc.constant('split' as const), at: pick }),
  fc.record({ does: fc.constant('fulfil' as const), at: pick }),
  fc.record({ does: fc.constant('collect' as const), at: pick }),
  fc.record({ does: fc.constant('toCollect' as const), at: pick }),
  fc.constant({ does: 'place' as const }),
  fc.constant({ does: 'doubt' as const }),
  fc.constant({ does: 'byHand' as const }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Make = (place: string, lineItemId: string, quantity: number, status: string) => FulfillmentOrder;

const locationOf = (place: string) =>
  exampleLocation({ id: place as LocationId, name: place, address1: `${place} Main Rd` });
const placed = (delivery: DeliveryRecord): DeliveryRecord =>
  delivery.state === 'queued' ? { ...delivery, state: 'placed', placedAt: delivery.createdAt } : delivery;
const inDoubt = (delivery: DeliveryRecord): DeliveryRecord => {
  const why = reason('probably_placed', { reference: delivery.orderReference });
  return delivery.state === 'queued'
    ? { ...delivery, state: 'needs_attention', reason: why, doubt: 'unanswered', everUnknown: true }
    : delivery;
};
const withQuantity = (one: FulfillmentOrder, by: number): FulfillmentOrder => ({
  ...one,
  lines: one.lines.map((line) => ({
    ...line,
    remainingQuantity: line.remainingQuantity + by,
    totalQuantity: line.totalQuantity + by,
  })),
});

const toCollect = (one: FulfillmentOrder): FulfillmentOrder => ({ ...one, methodType: 'PICK_UP' });
const handedOver = (one: FulfillmentOrder): FulfillmentOrder => ({
  ...one,
  status: 'CLOSED',
  lines: one.lines.map((line) => ({ ...line, remainingQuantity: 0 })),
});

/** The fulfilment orders after a step. */
function after(goods: FulfillmentOrder[], one: Step, make: Make): FulfillmentOrder[] {
  if (one.does === 'add') return [...goods, make(one.place, `8${goods.length}`, 1, one.status)];
  if (!('at' in one)) return goods;
  const target = goods[one.at % goods.length] as FulfillmentOrder;
  const changed = (into: FulfillmentOrder) => goods.map((old) => (old === target ? into : old));
  const [line] = target.lines;
  const more = (status: string) => [make(target.location.id ?? '', line?.lineItemId ?? '', 1, status)];
  // What was handed over changes no more: more of it comes in another fulfilment order.
  if (target.status === 'CLOSED') return one.does === 'grow' ? [...goods, ...more('OPEN')] : goods;
  switch (one.does) {
    case 'status':
      return changed({ ...target, status: one.status });
    case 'move':
      return changed({ ...target, location: locationOf(one.place) });
    case 'grow':
      return changed(withQuantity(target, 1));
    case 'split':
      return line && line.remainingQuantity > 1
        ? [...changed(withQuantity(target, -1)), ...more(target.status)]
        : goods;
    case 'fulfil':
      return changed(handedOver(target));
    case 'collect':
      return changed(handedOver(toCollect(target)));
    case 'toCollect':
      return changed(toCollect(target));
  }
}

const at = Date.parse('2026-11-21T08:00:00Z');
const context: SnapshotContext = {
  shop: {
    shop: 'shop.myshopify.com' as ShopDomain,
    installedAt: at - 1,
    uninstalledAt: null,
    reconnect: false,
    name: null,
    timeZone: 'Africa/Johannesburg',
    currency: 'ZAR',
    settings: defaultSettings,
    accounts: { live: { account: 'a', last4: '0001' }, test: null },
  } as unknown as SnapshotContext['shop'],
  courier: { freeze: (request) => JSON.stringify(request), canLookup: true, timeZone: 'Africa/Johannesburg' },
  webhooks: [],
  loadedAt: at,
  person: null,
  before: null,
  wake: false,
};

const contextIn = (mode: 'matching' | 'manual'): SnapshotContext => {
  const { shop } = context;
  const automation = { ...shop.settings.automation, mode };
  return { ...context, shop: { ...shop, settings: { ...shop.settings, automation } } };
};

/** Each piece without a delivery or an alarm, and each with two drivers; `most`: the pieces that each line ever had. */
function problemsOf(
  { order, deliveries }: OrderAggregate,
  goods: readonly FulfillmentOrder[],
  most: ReadonlyMap<string, number>,
): string[] {
  // Where nothing was sent and the order rests, all that has no delivery yet gets one when it goes on.
  const isSent = deliveries.some(({ state }) => state === 'placed');
  if (!isSent && ['held', 'skipped', 'needs_attention'].includes(order?.state ?? '')) return [];
  const alive = deliveries.filter(({ state }) => state !== 'cancelled' && !(isSent && state === 'skipped'));
  const references = alive.map(({ orderReference }) => orderReference);
  const twice = new Set(references).size < references.length ? [`one reference twice: ${references}`] : [];
  const tooMany = [...most].flatMap(([lineItemId, count]) => {
    const brought = piecesIn(alive, lineItemId);
    return brought > count ? [`${brought} of ${count} pieces of ${lineItemId} are brought`] : [];
  });
  const problems = goods.flatMap(({ location, lines }) => {
    const lineItemId = lineItemOf(lines);
    const same = goods
      .filter((one) => one.location.id === location.id && one.methodType !== 'PICK_UP')
      .flatMap((one) => one.lines.filter((line) => line.lineItemId === lineItemId));
    const open = same.reduce((sum, { remainingQuantity }) => sum + remainingQuantity, 0);
    const all = same.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0);
    const here = alive.filter(({ locationKey }) => locationKey === location.id);
    const covered = piecesIn(here, lineItemId);
    const before = here.flatMap((one) => one.lines.map(({ fulfilledBefore }) => fulfilledBefore));
    const areAllThere = covered <= all && before.every((count) => count === 0);
    const isGone = ({ about, field }: DriftItem) => about === 'goods_gone' && field === `items: ${lineItemId} – Blue`;
    if (areAllThere && here.some(({ drift }) => drift.some(isGone))) return [`${lineItemId} is there and told gone`];
    const isAlarm = ({ field, now }: DriftItem) =>
      field === `goods: ${lineItemId} – Blue` && now.endsWith(`(${location.name})`);
    const isTold = covered >= open || deliveries.some(({ drift }) => drift.some(isAlarm));
    return isTold ? [] : [`${open} of ${lineItemId} at ${location.name}, ${covered} covered`];
  });
  return [...twice, ...tooMany, ...problems];
}

const lineItemOf = ([line]: FulfillmentOrder['lines']): string => line?.lineItemId ?? '';
const piecesIn = (deliveries: readonly DeliveryRecord[], lineItemId: string): number =>
  deliveries
    .flatMap(({ lines }) => lines.filter((line) => line.lineItemId === lineItemId))
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** What people are told of goods that are gone, or that have no driver. */
const toldOfGoods = ({ deliveries }: OrderAggregate): string[] =>
  deliveries
    .flatMap(({ drift }) => drift)
    .filter(({ about }) => about === 'goods_gone' || about === 'goods_without_driver')
    .map(({ about, field, placed, now }) => `${about} ${field} ${placed} ${now}`);

/** An order of a shop that does what `step` says, read after each step. */
function randomOrder() {
  let ids = 500;
  const make: Make = (place, lineItemId, quantity, status) => {
    ids += 1;
    const counts = { remainingQuantity: quantity, totalQuantity: quantity };
    const line = exampleLine({ id: `${ids}0`, lineItemId, title: lineItemId, ...counts });
    return exampleFulfillmentOrder({
      ...{ id: String(ids), status, fulfillAt: '2099-01-05T06:00:00Z' },
      ...{ location: locationOf(place), lines: [line] },
    });
  };
  const goods = [make('9001', '701', 2, 'OPEN'), make('9002', '702', 1, 'ON_HOLD')];
  const world = { goods, aggregate: { ...aggregateOf([], null), now: at } as OrderAggregate };
  let mode: 'matching' | 'manual' = 'matching';
  /** The order as it is once it was read. */
  const readOf = (from: OrderAggregate): OrderAggregate => {
    const [paidAt, processedAt] = [new Date(at).toISOString(), new Date(at).toISOString()];
    const order = exampleOrder({ fulfillmentOrders: world.goods, processedAt, paidAt });
    const aggregate = { ...from, now: from.now + 1000 };
    const { change } = applySnapshot(aggregate, order, { ...contextIn(mode), before: aggregate.order });
    const deliveries = mergeDeliveries(aggregate.deliveries, change?.deliveries ?? []);
    return { ...aggregate, order: change?.order ?? aggregate.order, deliveries };
  };
  const become = (how: (delivery: DeliveryRecord) => DeliveryRecord) => {
    world.aggregate = withEach(world.aggregate, how);
  };
  const take = (one: Step) => {
    world.goods = after(world.goods, one, make);
    if (one.does === 'byHand') mode = mode === 'manual' ? 'matching' : 'manual';
    if (one.does === 'place') become(placed);
    if (one.does === 'doubt') become(inDoubt);
    world.aggregate = readOf(world.aggregate);
  };
  world.aggregate = readOf(world.aggregate);
  return { world, readOf, take };
}

const withEach = (aggregate: OrderAggregate, how: (delivery: DeliveryRecord) => DeliveryRecord): OrderAggregate => ({
  ...aggregate,
  deliveries: aggregate.deliveries.map(how),
});
const throwAll = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join('; '));
};
const steps = fc.array(step, { minLength: 1, maxLength: 14 });

// All of it is computing: seconds alone, many times as long beside others.
it('every open piece of a paid order has a delivery, a part that waits, or an alarm, and none has two', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { world, take } = randomOrder();
      /** The most pieces that each of the order's lines ever had. */
      const most = new Map<string, number>();
      const look = () => {
        const now = Map.groupBy(world.goods, ({ lines }) => lineItemOf(lines));
        for (const [lineItemId, ones] of now) {
          const count = ones.reduce((sum, { lines }) => sum + (lines[0]?.totalQuantity ?? 0), 0);
          most.set(lineItemId, Math.max(most.get(lineItemId) ?? 0, count));
        }
        throwAll(problemsOf(world.aggregate, world.goods, most));
      };
      look();
      for (const one of taken) {
        take(one);
        look();
      }
    }),
    { numRuns: 300 },
  );
});

it('an order that did not change has nothing new to tell once its deliveries were sent', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { world, readOf, take } = randomOrder();
      for (const one of taken) {
        take(one);
        const before = toldOfGoods(world.aggregate);
        for (const sent of [placed, inDoubt]) {
          const news = toldOfGoods(readOf(withEach(world.aggregate, sent))).filter((told) => !before.includes(told));
          throwAll(news);
        }
      }
    }),
    { numRuns: 300 },
  );
});
