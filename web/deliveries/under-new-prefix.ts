import type { OrderReference } from '#placement/ids.ts';
import type { SnapshotContext } from './apply-snapshot.ts';
import { type DeliveryRecord, stateOfDeliveries } from './delivery.ts';
import type { Change, OrderAggregate } from './order-aggregate.ts';
import { reason } from './reasons.ts';
import { rest } from './rest.ts';

/**
 * A pressed delivery whose reference belongs to somebody else's delivery can never go out under it. Where the shop has
 * another prefix by now, it ends and a twin under that prefix takes its place: nothing of ours exists under the old one.
 */
export function underNewPrefix(
  aggregate: OrderAggregate,
  change: Change,
  pressed: readonly DeliveryRecord[],
  { shop }: Pick<SnapshotContext, 'shop'>,
): Change {
  const taken = new Set(
    pressed.filter((d) => d.reason?.code === 'reference_taken').map(({ orderReference }) => orderReference),
  );
  const { now } = aggregate;
  const changed = (change.deliveries ?? []).flatMap((delivery) => {
    const reference = withPrefix(delivery.orderReference, shop.settings.reference.prefix);
    if (!taken.has(delivery.orderReference) || delivery.state !== 'queued' || reference === delivery.orderReference) {
      return [delivery];
    }
    const { orderReference } = delivery;
    const why = reason('reference_taken', { reference: orderReference, prefix: shop.settings.reference.prefix });
    const request = { ...delivery.request, order_reference: reference };
    const twin: DeliveryRecord = {
      ...delivery,
      orderReference: reference,
      request,
      body: withReference(delivery.body, reference),
      fence: 0,
      replaces: orderReference,
      createdAt: now,
    };
    return [rest(delivery, 'cancelled', why, now), twin];
  });
  if (!change.order || changed.length === (change.deliveries ?? []).length) return change;
  const byReference = new Map([...aggregate.deliveries, ...changed].map((d) => [d.orderReference, d]));
  const state = stateOfDeliveries([...byReference.values()]);
  return { ...change, order: { ...change.order, ...state }, deliveries: changed };
}

/** The frozen body under another reference; the rest of it stays what the courier's profile made of it. */
function withReference(body: string, reference: OrderReference): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), order_reference: reference });
}

function withPrefix(reference: OrderReference, prefix: string): OrderReference {
  return reference.replace(
    /^(TEST-)?(?:[A-Za-z]{1,20}-)?(?=\d)/,
    (_match, test: string | undefined) => `${test ?? ''}${prefix}`,
  ) as OrderReference;
}
