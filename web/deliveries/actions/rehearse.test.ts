import { expect, test } from 'vitest';
import { settings } from '#api-contract/settings.ts';
import { exampleOrder } from '#placement/testing/example-order.ts';
import { shop as calmShop, calmWorld } from '#testing/deliveries/calm-world.ts';
import type { Ports } from '../ports/ports.ts';
import { rehearse } from './rehearse.ts';

const cash = 'Cash on Delivery (COD)';

test.each([
  ['that went out before it was paid is judged as it came, not as the driver brought the cash', [cash], 'placed'],
  ['that waited for its payment is judged as it was paid', [], 'needs_attention'],
])('an order %s', async (_what, pendingGateways, state) => {
  // At 10:00; paid at 18:00, past the cut-off.
  const order = exampleOrder({
    processedAt: '2026-11-21T08:00:00Z',
    paidAt: '2026-11-21T16:00:00Z',
    paymentGateways: [cash],
  });
  const shopify = { listRecentOrders: async () => [order], readOrder: async () => order };
  const ports = { shopify, courier: { timeZone: 'Africa/Johannesburg' } } as unknown as Ports;
  const { automation } = settings.parse({ automation: { cutOff: '14:00', pendingGateways } });
  const shop = calmWorld().world.shops.record(calmShop);
  const { orders } = await rehearse(ports, shop, automation, async () => undefined);
  expect(orders).toMatchObject([{ state }]);
});
