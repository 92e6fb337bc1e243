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
import { applySnapshot } from './apply-snapshot.ts';
import type { SnapshotContext } from './new-delivery.ts';

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
  fc.record({ does: fc.constant('place' as const), at: pick }),
  fc.record({ does: fc.constant('byHand' as const), at: pick }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Make = (place: string, lineItemId: string, quantity: number, status: string) => FulfillmentOrder;

const locationOf = (place: string) =>
  exampleLocation({ id: place as LocationId, name: place, address1: `${place} Main Rd` });
const placed = (delivery: DeliveryRecord): DeliveryRecord =>
  delivery.state === 'queued' ? { ...delivery, state: 'placed', placedAt: delivery.createdAt } : delivery;
const withQuantity = (one: FulfillmentOrder, by: number): FulfillmentOrder => ({
  ...one,
  lines: one.lines.map((line) => ({
    ...line,
    remainingQuantity: line.remainingQuantity + by,
    totalQuantity: line.totalQuantity + by,
  })),
});

/** The fulfilment orders after a step. */
function after(goods: FulfillmentOrder[], one: Step, make: Make): FulfillmentOrder[] {
  if (one.does === 'add') return [...goods, make(one.place, `8${goods.length}`, 1, one.status)];
  const target = goods[one.at % goods.length] as FulfillmentOrder;
  const changed = (into: FulfillmentOrder) => goods.map((old) => (old === target ? into : old));
  const [line] = target.lines;
  switch (one.does) {
    case 'status':
      return changed({ ...target, status: one.status });
    case 'move':
      return changed({ ...target, location: locationOf(one.place) });
    case 'grow':
      return changed(withQuantity(target, 1));
    case 'split':
      return line && line.remainingQuantity > 1
        ? [...changed(withQuantity(target, -1)), make(target.location.id ?? '', line.lineItemId, 1, target.status)]
        : goods;
    case 'place':
    case 'byHand':
      return goods;
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
  const forgotten = goods.flatMap(({ location, lines }) => {
    const lineItemId = lineItemOf(lines);
    const same = goods.filter((one) => one.location.id === location.id && lineItemOf(one.lines) === lineItemId);
    const open = same.reduce((sum, one) => sum + (one.lines[0]?.remainingQuantity ?? 0), 0);
    const here = alive.filter(({ locationKey }) => locationKey === location.id);
    const covered = piecesIn(here, lineItemId);
    const isAlarm = ({ field, now }: DriftItem) =>
      field === `goods: ${lineItemId} – Blue` && now.endsWith(`(${location.name})`);
    const isTold = covered >= open || deliveries.some(({ drift }) => drift.some(isAlarm));
    return isTold ? [] : [`${open} of ${lineItemId} at ${location.name}, ${covered} covered`];
  });
  return [...twice, ...tooMany, ...forgotten];
}

const lineItemOf = ([line]: FulfillmentOrder['lines']): string => line?.lineItemId ?? '';
const piecesIn = (deliveries: readonly DeliveryRecord[], lineItemId: string): number =>
  deliveries
    .flatMap(({ lines }) => lines.filter((line) => line.lineItemId === lineItemId))
    .reduce((sum, { quantity }) => sum + quantity, 0);

// All of it is computing: seconds alone, many times as long beside others.
it('every open piece of a paid order has a delivery, a part that waits, or an alarm, and none has two', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
      let ids = 500;
      const fo = (place: string, lineItemId: string, quantity: number, status: string): FulfillmentOrder => {
        ids += 1;
        const line = exampleLine({
          id: `${ids}0`,
          lineItemId,
          title: lineItemId,
          remainingQuantity: quantity,
          totalQuantity: quantity,
        });
        const location = locationOf(place);
        return exampleFulfillmentOrder({
          id: String(ids),
          status,
          fulfillAt: '2099-01-05T06:00:00Z',
          location,
          lines: [line],
        });
      };
      let goods = [fo('9001', '701', 2, 'OPEN'), fo('9002', '702', 1, 'ON_HOLD')];
      let aggregate: OrderAggregate = { ...aggregateOf([], null), now: at };
      let mode: 'matching' | 'manual' = 'matching';
      /** The most pieces that each of the order's lines ever had. */
      const most = new Map<string, number>();
      const read = () => {
        const now = Map.groupBy(goods, ({ lines }) => lines[0]?.lineItemId ?? '');
        for (const [lineItemId, ones] of now) {
          const count = ones.reduce((sum, { lines }) => sum + (lines[0]?.remainingQuantity ?? 0), 0);
          most.set(lineItemId, Math.max(most.get(lineItemId) ?? 0, count));
        }
        const order = exampleOrder({
          fulfillmentOrders: goods,
          processedAt: new Date(at).toISOString(),
          paidAt: new Date(at).toISOString(),
        });
        aggregate = { ...aggregate, now: aggregate.now + 1000 };
        const { change } = applySnapshot(aggregate, order, {
          ...contextIn(mode),
          before: aggregate.order,
        });
        const deliveries = mergeDeliveries(aggregate.deliveries, change?.deliveries ?? []);
        aggregate = { ...aggregate, order: change?.order ?? aggregate.order, deliveries };
        const problems = problemsOf(aggregate, goods, most);
        if (problems.length > 0) throw new Error(problems.join('; '));
      };
      read();
      for (const one of steps) {
        goods = after(goods, one, fo);
        if (one.does === 'byHand') mode = mode === 'manual' ? 'matching' : 'manual';
        if (one.does === 'place') aggregate = { ...aggregate, deliveries: aggregate.deliveries.map(placed) };
        read();
      }
    }),
    { numRuns: 500 },
  );
});
