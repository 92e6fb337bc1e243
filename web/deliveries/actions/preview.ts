import type { MappedField, OrderPreview, Reason } from '#api-contract/order.ts';
import { buyerOf } from '#placement/buyer.ts';
import type { Decision } from '#placement/eligibility.ts';
import type { OrderId, OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { newReference } from '#placement/order-reference.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { correctedNow } from '../run/corrected-in.ts';
import { judgeOf, wordOfOrder } from '../run/judge.ts';
import { withWhatIsKnown } from '../run/known-locations.ts';
import { type MappedGoods, mapGoods } from '../run/map-goods.ts';
import { type PlannedGoods, plannedGoods } from '../run/planned-goods.ts';
import { isEditable, isInDoubt } from '../transitions.ts';

/**
 * What would be sent for an order now, value by value with its origin, and what was sent where a delivery may exist
 * already. Reads the order from Shopify; writes and sends nothing. Holds personal data.
 *
 * @returns null where this shop has no such order.
 */
export async function previewOrder(ports: Ports, shop: ShopRecord, orderId: OrderId): Promise<OrderPreview | null> {
  const { order, deliveries, erased } = await ports.orders.load(shop.domain, orderId);
  if (erased) return null;
  const read = await ports.shopify.readOrder(shop.domain, orderId, shop.settings.parcel);
  if (!read) return null;
  const snapshot = withWhatIsKnown(read, { order, deliveries });
  const now = ports.clock.now();
  const known = { order, deliveries, now };
  const { corrections } = correctedNow(known, snapshot, shop.settings);
  const judge = judgeOf(
    known,
    snapshot,
    { shop, courier: ports.courier },
    {
      paidAt: order?.paidAt ?? (snapshot.paidAt ? Date.parse(snapshot.paidAt) : null),
      processedAt: Date.parse(snapshot.processedAt),
      prepared: order?.prepared ?? [],
    },
  );
  const openedAt = order?.openedAt ?? null;
  const decision = judge(wordOfOrder(known, null), openedAt);
  const asked = judge(wordOfOrder(known, { orderReference: null }), openedAt);
  const goods = mapGoods(snapshot, shop.settings, { corrections, deliveries, now });
  const all = deliveries.map((delivery) => delivery.orderReference);
  const stored = currentDeliveries(deliveries).map((delivery) => storedDelivery(ports, delivery, goods, all));
  // Goods that wait are held beside those that go; where all wait, the order itself is held.
  const goes = goods.fresh.some(({ part }) => part.waits === null) || deliveries.length > 0;
  const planned = goes ? plannedGoods(snapshot, shop.settings, goods, deliveries) : [];
  const fresh = planned.map((one) => freshDelivery(ports, one));
  return {
    orderId,
    orderName: snapshot.name,
    decision: {
      state: decision.verdict === 'place' ? 'queued' : decision.verdict,
      reason: decision.verdict === 'place' ? null : decision.reason,
      rules: decision.rules,
      // In doubt, a person's action asks the service, whatever the rules say.
      refusal: deliveries.some(isInDoubt) ? null : refusalOf(asked),
    },
    buyer: buyerOf(snapshot),
    deliveries: [...stored, ...fresh],
  };
}

/** Why a person's action sends nothing, not even later; what else holds an order only keeps it until then. */
function refusalOf(asked: Decision): Reason | null {
  if (asked.verdict === 'place') return null;
  const isKept = asked.verdict === 'held' && !isWaitingFor(asked, 'release');
  return isKept && asked.failed[0]?.id !== 'not_in_test_mode' ? null : asked.reason;
}

type PreviewedDelivery = OrderPreview['deliveries'][number];

function storedDelivery(
  { courier }: Ports,
  delivery: DeliveryRecord,
  goods: MappedGoods,
  all: readonly string[],
): PreviewedDelivery {
  const { orderReference: reference } = delivery;
  const now = isEditable(delivery) ? (goods.of(delivery) ?? null) : goods.at(delivery.locationKey);
  const wouldChange = isEditable(delivery) && now !== null;
  return {
    orderReference: reference,
    state: delivery.state,
    newReference: newReference(reference, all),
    locationName: delivery.locationName,
    request: wouldChange ? requestOf(courier, now, reference) : (JSON.parse(delivery.body) as Record<string, unknown>),
    fields: withReference(wouldChange ? now.fields : sentFields(delivery, now), reference),
  };
}

function freshDelivery({ courier }: Ports, { mapped: delivery, reference }: PlannedGoods): PreviewedDelivery {
  return {
    orderReference: reference,
    state: delivery.waits ? 'held' : null,
    newReference: reference,
    locationName: delivery.location.name,
    request: requestOf(courier, delivery, reference),
    fields: withReference(delivery.fields, reference),
  };
}

/** The very body that would go out, the profile's own fields among it; null where something must be fixed first. */
function requestOf(
  courier: Ports['courier'],
  { request, store }: MappedDelivery,
  reference: OrderReference,
): Record<string, unknown> | null {
  if (!request) return null;
  return JSON.parse(courier.freeze({ ...request, order_reference: reference }, store)) as Record<string, unknown>;
}

function withReference(fields: readonly MappedField[], reference: OrderReference): MappedField[] {
  const given = { field: 'order_reference', value: reference, origin: 'given once by the app', problem: null };
  return [given, ...fields];
}

/** What was sent, with the origin of what is still the same. */
function sentFields({ request }: DeliveryRecord, now: MappedDelivery | null): MappedField[] {
  const { items, order_reference: _reference, ...values } = request;
  const same = new Map(now?.fields.map((field) => [`${field.field}=${field.value}`, field.origin]));
  const fields = Object.entries(values).map(([field, value = null]) => ({
    field,
    value,
    origin: same.get(`${field}=${value}`) ?? 'as it was sent',
    problem: null,
  }));
  const goods = items.map(({ name, quantity, weight }, index) => ({
    field: `items[${index}]`,
    value: `${quantity} × ${name ?? 'item'}: ${weight} kg`,
    origin: 'as it was sent',
    problem: null,
  }));
  return [...fields, ...goods];
}
