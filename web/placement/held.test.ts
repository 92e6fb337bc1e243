import { expect, test } from 'vitest';
import { placementReason } from './placement-reasons.ts';
import { heldNow } from './reason.ts';
import { whatIsWrongWithHeld } from './testing/what-is-wrong-with-held.ts';

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

test('a time that is over is shown no longer', () => {
  expect(heldNow(window({ until: later }), now)).toMatchObject({ until: later, retrying: false });
  expect(heldNow(window({ until: later }), now + 1_000)).toMatchObject({ until: null, retrying: true });
  expect(heldNow(placementReason('paused'), now)).toMatchObject({ until: null, retrying: false });
});
