import { closeAll } from '#deliveries/alarm.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderAggregate } from '#deliveries/order.ts';
import { reason } from '#deliveries/reasons.ts';
import { awaitsReading } from '#deliveries/transitions.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import {
  at,
  claims,
  decides,
  forgetsDrift,
  keepsDrift,
  type Plant,
  rowOf,
  shows,
  showsRows,
  writes,
  writesRows,
} from './port-fault.ts';

/** A store that lets each run write down what a call of this kind came to, whoever has claimed the delivery since. */
const withoutFence = (kind: 'place' | 'lookup'): Plant =>
  decides(() => {
    const taken = new Map<string, number>();
    return (order, decide) => {
      const decided = decide(order);
      for (const { outcome, orderReference, ...attempt } of decided.change?.attempts ?? []) {
        if (outcome === 'open' && attempt.kind === kind) taken.set(orderReference, attempt.fence);
      }
      if ((decided.result as { kind?: string } | null)?.kind !== 'fenced') return decided;
      const deliveries = order.deliveries.map((row) => ({ ...row, fence: taken.get(row.orderReference) ?? row.fence }));
      return decide({ ...order, deliveries });
    };
  });

/** What was read first is decided on, whatever was written since. */
const withoutGuard: Plant = at('orders', (orders) => {
  const read = new Map<string, OrderAggregate>();
  return {
    load: async (shop, orderId) => {
      const order = await orders.load(shop, orderId);
      read.set(`${shop}/${orderId}`, order);
      return order;
    },
    change: async (shop, orderId, decide, options) => {
      const old = options?.from ?? read.get(`${shop}/${orderId}`);
      return orders.change(shop, orderId, (order) => decide(old ? { ...old, now: order.now } : order));
    },
  };
});

/** What is too late is decided as if its deadline were still to come. */
const clockBehind: Plant = decides(() => (order, decide) => {
  const decided = decide(order);
  const late = decided.change?.deliveries?.find(({ reason }) => reason?.code.startsWith('too_late'));
  if (!late?.deadlineAt) return decided;
  const deliveries = order.deliveries.map((delivery) => ({ ...delivery, dueAt: null }));
  return decide({ ...order, deliveries, now: late.deadlineAt - 1 });
});

const brought = { state: 'cancelled', reason: reason('goods_brought', {}), waitsFor: null } as const;
const isWaiting = ({ state }: DeliveryRecord): boolean => state === 'queued' || state === 'held';

/** Faults of the store of orders and deliveries. */
export const faultsOfTheOrderStore = {
  'webhooks marked as done when they are read': at('orders', (orders) => ({
    load: async (shop, orderId) => {
      const loaded = await orders.load(shop, orderId);
      const { order, webhooks } = loaded;
      const ids = webhooks.map(({ id }) => id);
      const seen = { seenAt: order?.shopifyUpdatedAt ?? 0, echoFingerprint: order?.echoFingerprint ?? null };
      if (order && ids.length > 0) await orders.markWebhooksKnown(shop, orderId, { ids, ...seen });
      return loaded;
    },
  })),
  'sent before the claim is committed': (world) => (ports) =>
    decides(() => (order, decide) => {
      const decided = decide(order);
      const { kind, delivery } = (decided.result ?? {}) as { kind?: string; delivery?: DeliveryRecord };
      const account = delivery && world.shops.record(delivery.shop).accounts[delivery.mode];
      if (kind === 'place' && delivery && account) void ports.courier.place(account, delivery.body);
      return decided;
    })(world)(ports),
  'changes decided on what was read first': withoutGuard,
  'an answer to placing written down under an old fence': withoutFence('place'),
  'an answer to a look-up written down under an old fence': withoutFence('lookup'),
  'a claim without a new fence': claims((delivery, order) => ({
    ...delivery,
    fence: rowOf(order, delivery)?.fence ?? 0,
  })),
  'a lease shorter than the call': claims((delivery) => ({ ...delivery, leaseUntil: delivery.updatedAt + 5 })),
  'every lease shown as over': showsRows((delivery) => ({
    ...delivery,
    leaseUntil: delivery.leaseUntil === null ? null : 0,
  })),
  'what a dead worker was sending given back as queued': showsRows((delivery, { now }) =>
    delivery.state === 'placing' && (delivery.leaseUntil ?? 0) <= now
      ? { ...delivery, state: 'queued', doubt: null }
      : delivery,
  ),
  'every request shown as landed': showsRows((delivery) => ({
    ...delivery,
    landedBy: delivery.everUnknown ? 0 : null,
  })),
  'an unknown fate forgotten once a look-up has denied it often': showsRows((delivery) =>
    delivery.doubt === 'duplicate' && delivery.failures >= 3 ? { ...delivery, everUnknown: false } : delivery,
  ),
  'what is not known of a delivery not shown while it waits': showsRows((delivery) =>
    isWaiting(delivery) || delivery.state === 'needs_attention'
      ? { ...delivery, doubt: null, everUnknown: false }
      : delivery,
  ),
  'a booked delivery shown as one that waits for a person': showsRows((delivery) =>
    delivery.state === 'placed' ? { ...delivery, state: 'needs_attention', placedAt: null } : delivery,
  ),
  'a reference that another order holds passed over in silence': at('orders', (orders) => ({
    change: async (...args) => {
      const outcome = await orders.change(...args);
      return outcome.kind === 'reference_taken' ? { kind: 'overtaken' } : outcome;
    },
  })),
  'what a look-up has denied sent on without reading its order': writesRows((delivery) =>
    awaitsReading(delivery) ? { ...delivery, state: 'queued' } : delivery,
  ),
  'what waits for a person ended as if another driver brought its goods': writesRows((delivery) =>
    isWaitingFor(delivery, 'person') ? { ...delivery, ...brought } : delivery,
  ),
  'attempts not counted': writesRows((delivery) => ({ ...delivery, attempts: 0 })),
  'a clock that is behind at a deadline': clockBehind,
  'what is queued made due at once by news of its order': writes((change) =>
    change.webhooksDone?.length
      ? {
          ...change,
          deliveries: (change.deliveries ?? []).map((delivery) =>
            delivery.state === 'queued' ? { ...delivery, dueAt: delivery.createdAt, notBefore: null } : delivery,
          ),
        }
      : change,
  ),
  'what is booked taken for written back': writesRows((delivery, before) =>
    delivery.placedAt !== null && before?.placedAt === null
      ? { ...delivery, writtenBackAt: delivery.placedAt }
      : delivery,
  ),
  'what is cancelled taken for written back': writesRows((delivery, before) =>
    delivery.state === 'cancelled' && before?.state === 'placed'
      ? { ...delivery, writtenBackAt: delivery.updatedAt }
      : delivery,
  ),
  'all of an order marked as written back': writes((change, { order, deliveries }) =>
    order && change.order && change.order.ownWrite !== order.ownWrite
      ? {
          ...change,
          deliveries: deliveries.map((row) => {
            const written = change.deliveries?.find(({ orderReference }) => orderReference === row.orderReference);
            return { ...row, ...written, writtenBackAt: row.placedAt };
          }),
        }
      : change,
  ),
  'not written down that an order is gone': writes((change) =>
    change.order?.reason?.code === 'gone_from_shopify' ? { webhooksDone: change.webhooksDone ?? [] } : change,
  ),
  'goods that came later forgotten': forgetsDrift(({ about }) => about === 'goods_without_driver'),
  'another recipient than the driver has forgotten': forgetsDrift(({ field }) => field.startsWith('dropoff_')),
  "the alarm about an order's end forgotten": forgetsDrift(({ about }) => about === 'order_ended'),
  'goods that went on hold after the booking forgotten': forgetsDrift(({ about }) => about === 'on_hold'),
  'goods that were released still said to be on hold': keepsDrift(({ about }) => about === 'on_hold'),
  'goods that came later forgotten beside another difference': forgetsDrift(
    ({ about }, { drift }) => about === 'goods_without_driver' && drift.some((one) => one.about !== about),
  ),
  'what a person has dealt with taken for all that comes later': writesRows((delivery, before) => {
    const isNew = before?.closed.length && delivery.drift.length > delivery.closed.length;
    return isNew ? { ...delivery, closed: closeAll(delivery, delivery.updatedAt, 'nobody') } : delivery;
  }),
  'a refused press kept as a word': writes((change, { order }) =>
    change.audit?.some(({ action }) => action === 'send_refused') && order
      ? { ...change, order: { ...order, ...change.order, wordUntil: Number.MAX_SAFE_INTEGER } }
      : change,
  ),
  'a word for goods without a delivery kept without an end': writes((change) =>
    change.order?.wordUntil ? { ...change, order: { ...change.order, wordUntil: Number.MAX_SAFE_INTEGER } } : change,
  ),
  'a word kept without the rules that it was given in spite of': writesRows((delivery) => ({
    ...delivery,
    word: delivery.word && [],
  })),
  'what a pause holds shown as held by something else': showsRows((delivery) =>
    delivery.reason?.code === 'paused' ? { ...delivery, waitsFor: { kind: 'release' } } : delivery,
  ),
  'a pause that promises to go on by itself': writesRows((delivery) =>
    delivery.reason?.code === 'paused' ? { ...delivery, reason: { ...delivery.reason, retrying: true } } : delivery,
  ),
  "the host's clock shown as the database's": (world) => (ports) =>
    shows((order) => ({ ...order, now: ports.clock.now() }))(world)(ports),
  'a webhook of the instant that was read taken for one of the state that was read': at('orders', (orders) => ({
    load: async (...args) => {
      const loaded = await orders.load(...args);
      const seenAt = loaded.order?.shopifyUpdatedAt;
      const isSeen = (at: number | null) => at !== null && at === seenAt;
      const webhooks = loaded.webhooks.map((webhook) =>
        isSeen(webhook.payloadUpdatedAt) ? { ...webhook, payloadUpdatedAt: 0 } : webhook,
      );
      return { ...loaded, webhooks };
    },
  })),
  'what came just now shown as come long ago': at('orders', (orders) => ({
    load: async (...args) => {
      const loaded = await orders.load(...args);
      return { ...loaded, webhooks: loaded.webhooks.map((webhook) => ({ ...webhook, receivedAt: 0 })) };
    },
  })),
  'every order shown as never seen': shows((order) => ({
    ...order,
    order: order.order && { ...order.order, shopifyUpdatedAt: 0 },
  })),
} satisfies Record<string, Plant>;
