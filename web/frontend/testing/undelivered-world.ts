import { orderIdOf, sampleDelivery, sampleOrder } from './sample-orders.ts';
import { sampleReason } from './sample-reasons.ts';
import { busyWorld } from './sample-world.ts';
import type { World } from './world.ts';

/** The busy shop with an order whose goods nobody took in. */
export function undeliveredWorld(): World {
  const world = busyWorld();
  const reason = sampleReason('delivery_failed', 'The driver could not hand over the goods of 1001.', {
    nextStep: 'Decide: send a new delivery, refund the order in Shopify, or keep the goods at the shop.',
    params: { reference: '1001' },
  });
  const base = sampleOrder(1001, 'placed', reason);
  const delivery = sampleDelivery('1001', {
    reason,
    progress: 'failed',
    progressAt: '2026-11-21T12:40:00Z',
    trackingUrl: 'https://track.example/1001',
    serviceState: 'FAILED',
    drift: [{ about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: 'failed', closed: null }],
    alarm: 'abc',
  });
  const timeline = [
    ...base.timeline,
    {
      kind: 'attempts' as const,
      at: '2026-11-21T09:04:30Z',
      orderReference: '1001',
      count: 2,
      outcome: 'unknown_reset',
    },
    { kind: 'on_its_way' as const, at: '2026-11-21T12:05:00Z', orderReference: '1001' },
    { kind: 'failed' as const, at: '2026-11-21T12:40:00Z', orderReference: '1001' },
    {
      ...{ kind: 'action' as const, at: '2026-11-21T12:45:00Z', by: 'staff 55', action: 'refresh' },
      ...{ orderReference: null, detail: '' },
    },
  ];
  world.orders.set(orderIdOf(1001), { ...base, deliveries: [delivery], timeline });
  return world;
}
