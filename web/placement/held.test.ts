import { expect, test } from 'vitest';
import { placementReason } from './placement-reasons.ts';
import { heldNow } from './reason.ts';
import { whatIsWrongWithHeld, whatIsWrongWithStanding } from './testing/what-is-wrong-with-held.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const later = '2026-11-21T08:00:01Z';
const window = (details: object) => placementReason('edit_window', { minutes: 1 }, details);

test.each([
  ['an instant to come', window({ until: later })],
  ['going on by itself', placementReason('fulfillment_scheduled', {}, { retrying: true })],
  ['a next step of a person', placementReason('paused')],
])('%s ends it', (_name, reason) => {
  expect(whatIsWrongWithHeld(reason, now)).toBeNull();
});

test.each([
  ['no reason', null, 'held without a reason'],
  ['an instant that is over', window({ until: '2026-11-21T08:00:00Z' }), 'edit_window waits until'],
  ['what is no instant', window({ until: 'soon' }), 'edit_window waits until'],
  ['nothing at all', { ...window({}), nextStep: null }, 'edit_window does not say what ends it'],
  [
    'a pause that goes on by itself',
    placementReason('paused', {}, { retrying: true }),
    'paused waits for a person and',
  ],
  ['a missing key with an instant', placementReason('no_key', {}, { until: later }), 'no_key waits for a person and'],
  ['a pause that asks nobody', { ...placementReason('paused'), nextStep: null }, 'does not say for what'],
])('%s does not', (_name, reason, wrong) => {
  expect(whatIsWrongWithHeld(reason, now)).toContain(wrong);
});

const held = { state: 'held', reason: window({ until: later }), waitsFor: { kind: 'time', at: now + 1_000 } } as const;
const settings = { kind: 'settings' } as const;
const lacking = {
  state: 'needs_attention',
  reason: placementReason('pickup_phone_missing', { location: 'Main' }),
} as const;
const told = { state: 'needs_attention', reason: { ...held.reason, code: 'fate_unknown' } } as const;

test.each([
  ['is held until the time that it tells', held],
  ['is held for what a person is to do', { ...held, reason: placementReason('paused'), waitsFor: settings }],
  ['is skipped and waits for nothing', { ...held, state: 'skipped', waitsFor: null }],
  ['needs a person and waits for a reference', { ...held, state: 'needs_attention', waitsFor: { kind: 'reference' } }],
  ['lacks what a person enters', { ...lacking, waitsFor: { kind: 'order' } }],
  ['was taken out by a rule', { ...held, state: 'skipped', waitsFor: { kind: 'rules' } }],
  ['was told of a doubt and waits for the service', { ...told, waitsFor: { kind: 'service' } }],
] as const)('a row stands well that %s', (_name, row) => {
  expect(whatIsWrongWithStanding(row, now)).toBeNull();
});

test.each([
  ['is placed and waits', { ...held, state: 'placed' }, 'placed and waits for time'],
  ['is held for nothing', { ...held, waitsFor: null }, 'edit_window waits for nothing'],
  ['is held for nothing and says nothing', { ...held, reason: null, waitsFor: null }, 'waits for nothing'],
  ['tells another time', { ...held, waitsFor: { kind: 'time', at: now + 2_000 } }, 'edit_window waits for time'],
  ['says nothing', { ...held, reason: null, waitsFor: settings }, 'held without a reason'],
  ['was told of a doubt and waits for a time', { ...held, ...told }, 'needs_attention and waits for time'],
  ['was told of a doubt and waits for the order', { ...told, waitsFor: { kind: 'order' } }, 'waits for order'],
  ['needs a person and waits for the settings', { ...held, state: 'needs_attention', waitsFor: settings }, 'settings'],
] as const)('a row does not that %s', (_name, row, wrong) => {
  expect(whatIsWrongWithStanding(row, now)).toContain(wrong);
});

test('a time that is over is shown no longer', () => {
  expect(heldNow(window({ until: later }), now)).toMatchObject({ until: later, retrying: false });
  expect(heldNow(window({ until: later }), now + 1_000)).toMatchObject({ until: null, retrying: true });
  expect(heldNow(placementReason('paused'), now)).toMatchObject({ until: null, retrying: false });
});
