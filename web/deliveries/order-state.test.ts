import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { aggregateOf, booked, exampleDelivery, now } from '#testing/deliveries/example-delivery.ts';
import { forPerson } from './delivery.ts';
import { withOrderState } from './order-state.ts';
import { reason } from './reasons.ts';

const called = exampleDelivery({
  ...{ state: 'cancelled', placedAt: now, service: booked(), reason: reason('cancelled_at_service', {}) },
});
const unsent = exampleDelivery({
  ...{ orderReference: '1001-R2' as OrderReference, replaces: called.orderReference },
  ...{ state: 'cancelled', reason: reason('goods_moved', {}) },
});
const lacking = forPerson(reason('run_failed', { code: 'x' }));
const skipped = { state: 'skipped', reason: reason('run_failed', { code: 'y' }), waitsFor: { kind: 'rules' } } as const;
const over = { state: 'cancelled', reason: reason('goods_moved', {}), waitsFor: null } as const;
const placed = { ...called, state: 'placed', reason: null } as const;
const sent = { ...unsent, state: 'placed', placedAt: now, reason: null } as const;
const queued = exampleDelivery({ state: 'queued' });
const failed = { ...placed, reason: reason('delivery_failed', { reference: '1001' }) } as const;

test.each([
  ['whose goods have no delivery asks on', [called, unsent], called, lacking, lacking],
  ['whose goods a rule leaves out says so on', [called, unsent], called, skipped, skipped],
  ['that says what became of its last one goes on with it', [unsent], { ...unsent, ...lacking }, over, lacking],
  [
    'that says what became of its last one follows its words',
    [unsent],
    { ...unsent, reason: called.reason },
    over,
    called,
  ],
  ['whose goods are sent after all goes by that', [unsent], sent, skipped, placed],
  ['that says what became of a replaced one says what does now', [placed, unsent], failed, { state: 'placed' }, failed],
  ['one of which was sent goes by it', [called], called, lacking, { state: 'cancelled', reason: called.reason }],
  ['the last of which has just ended unsent goes by it', [queued], { ...queued, ...over }, { state: 'queued' }, over],
  ['the last of which has just ended goes by it', [placed], called, { state: 'placed' }, { state: 'cancelled' }],
] as const)('after news of a delivery, an order %s', (_name, before, changed, own, state) => {
  const change = withOrderState(aggregateOf([...before], own), [changed]);
  expect(change.order).toMatchObject({ state: state.state, ...('reason' in state && { reason: state.reason }) });
});
