import { orderIdOf } from './sample-orders.ts';
import type { World } from './world.ts';

/** One customer waits for an answer, another got one. */
export function sampleRequests(): World['dataRequests'] {
  return [
    {
      id: '7',
      requestedAt: '2026-11-19T08:41:00Z',
      dueAt: '2026-12-19T08:41:00Z',
      orders: [
        { orderId: orderIdOf(1001), orderName: '#1001' },
        { orderId: '6480113009999', orderName: null },
      ],
      answeredAt: null,
      answeredBy: null,
    },
    {
      id: '3',
      requestedAt: '2026-10-02T08:41:00Z',
      dueAt: '2026-11-01T08:41:00Z',
      orders: [],
      answeredAt: '2026-10-05T08:41:00Z',
      answeredBy: 'staff 55',
    },
  ];
}
