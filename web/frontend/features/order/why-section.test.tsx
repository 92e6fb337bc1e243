import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, sampleOrder } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';

test.each([
  ['placed', 'pass', /^The order fits all of your rules/],
  ['placed', 'fail', /^The driver was booked first. Since then this rule says no: /],
  ['skipped', 'fail', /^This rule decided: /],
] as const)('an order that is %s under a rule that says %s', async (state, result, sentence) => {
  const world = busyWorld();
  const order = sampleOrder(1001, state);
  world.orders.set(orderIdOf(1001), { ...order, rules: order.rules.slice(0, 1).map((one) => ({ ...one, result })) });
  await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  expect(await screen.findByText(sentence)).toBeDefined();
});
