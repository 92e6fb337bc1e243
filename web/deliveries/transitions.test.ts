import { describe, expect, test } from 'vitest';
import type { DeliveryState } from '#api-contract/order.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import { waitingFor } from '#placement/waiting.ts';
import { aggregateOf, exampleDelivery, inFlight, now } from '#testing/deliveries/example-delivery.ts';
import { closeAll } from './alarm.ts';
import type { DeliveryRecord } from './delivery.ts';
import { stateOfDeliveries } from './order-state.ts';
import {
  askPerson,
  assertTransition,
  hold,
  isCorrectable,
  isEditable,
  isInDoubt,
  movingStates,
  shownOf,
  transition,
  transitions,
} from './transitions.ts';

const states = Object.keys(transitions) as DeliveryState[];
const sure = { doubt: null, everUnknown: false };

describe('the table of states', () => {
  test('lets every state be reached from where a delivery begins', () => {
    const reached = new Set<DeliveryState>(['queued']);
    for (const state of reached) for (const next of transitions[state]) reached.add(next);
    expect([...reached].sort()).toEqual(states.toSorted());
  });

  test('leads every state but the last one on, and what moves by itself to where it rests', () => {
    expect(states.filter((state) => transitions[state].length === 0)).toEqual(['cancelled']);
    for (const state of movingStates) expect(transitions[state]).toContain('needs_attention');
  });

  test('never sends what is booked, and books nothing that was not sent', () => {
    expect(transitions.placed).toEqual(['cancelled']);
    expect(states.filter((state) => transitions[state].includes('placed'))).toEqual(['placing', 'confirming']);
  });

  test('refuses every change that it does not know', () => {
    for (const from of states) {
      for (const to of states) {
        const allowed = from === to || transitions[from].includes(to);
        const change = () => assertTransition(from, to);
        if (allowed) expect(change).not.toThrow();
        else expect(change).toThrow(`no transition from ${from} to ${to}`);
      }
    }
  });
});

describe('a transition', () => {
  test('gives the lease back and takes away the time at which it was due', () => {
    const leased = exampleDelivery({ state: 'placing', leaseUntil: now, dueAt: now });
    expect(transition(leased, 'queued', null, now, { failures: 2 })).toMatchObject({
      ...{ state: 'queued', leaseUntil: null, dueAt: null, failures: 2, updatedAt: now },
    });
  });

  test('to anything else leaves what there was to watch, and one that the table lacks is refused', () => {
    const watched = exampleDelivery({ state: 'placing', placedAt: now, lookAt: now });
    expect(transition(watched, 'placed', null, now)).toMatchObject({ lookAt: now, steps: [] });
    expect(() => transition(exampleDelivery({ state: 'placed' }), 'queued', null, now)).toThrow('no transition');
  });

  test('to cancelled ends what there was to watch, and is a step of what was booked', () => {
    const drift = [{ about: 'order_ended' as const, field: 'order', placed: 'a', now: 'b' }];
    const placed = exampleDelivery({ state: 'placed', placedAt: now, drift, lookAt: now });
    const over = { drift: [], closed: [], lookAt: null };
    expect(transition(placed, 'cancelled', null, now)).toMatchObject({
      ...over,
      steps: [{ state: 'cancelled', at: now }],
    });
    expect(transition(exampleDelivery(), 'cancelled', null, now)).toMatchObject({ ...over, steps: [] });
  });

  test('to cancelled leaves the alarm about goods that it was never sent for', () => {
    const goods = { about: 'goods_without_driver' as const, field: 'goods: Mug', placed: '0', now: '1 (Main)' };
    const address = { about: 'request' as const, field: 'dropoff_address', placed: 'a', now: 'b' };
    const placed = exampleDelivery({ state: 'placed', placedAt: now, drift: [address, goods] });
    const closed = closeAll(placed, now, 'person');
    const after = transition({ ...placed, closed }, 'cancelled', null, now);
    expect(after.drift).toEqual([goods]);
    expect(after.closed).toEqual(closed.slice(1));
  });
});

describe('what may still be changed', () => {
  const editable = ['queued', 'held', 'needs_attention', 'skipped'];
  test.each(states)('%s', (state) => {
    const is = (changes: Partial<DeliveryRecord>) => exampleDelivery({ state, ...changes });
    expect(isEditable(is(sure))).toBe(editable.includes(state));
    expect(isEditable(is({ doubt: 'unanswered' }))).toBe(false);
    expect(isEditable(is({ everUnknown: true }))).toBe(false);
    // Asked after the last unknown attempt and then refused: the reference guards against a second one.
    expect(isCorrectable(is({ everUnknown: true }))).toBe(state === 'needs_attention');
    expect(isCorrectable(is(sure))).toBe(editable.includes(state));
    expect(isCorrectable(is({ doubt: 'unanswered' }))).toBe(false);
    expect(isInDoubt(is({ doubt: 'unanswered' }))).toBe(state === 'needs_attention');
    expect(isInDoubt(is({ everUnknown: true }))).toBe(false);
  });
});

describe('what a person sees of the differences of an order that ended', () => {
  const end = { about: 'order_ended' as const, field: 'order', placed: 'to be delivered', now: 'refunded' };
  const task = { about: 'not_delivered' as const, field: 'delivery', placed: 'to be delivered', now: 'returned' };
  test.each<[string, Partial<DeliveryRecord>, DeliveryRecord['drift'], DeliveryRecord['drift']]>([
    ['its driver is booked', { progress: null }, [end], [end]],
    ['its driver is on the way', { progress: 'on_its_way' }, [end], [end]],
    ['nobody knows whether a driver is booked', { state: 'confirming' }, [end], [end]],
    ['nobody took the goods in', { progress: 'failed' }, [task, end], []],
    ['the goods came back', { progress: 'returned' }, [task, end], []],
    ['they came back, and the order goes on', { progress: 'returned' }, [task], [task]],
  ])('%s', (_name, changes, drift, shown) => {
    expect(shownOf(exampleDelivery({ state: 'placed', drift, ...changes })).drift).toEqual(shown);
  });
});

describe('a delivery that waits', () => {
  const why = placementReason('paused');
  test('is held, and due at the time that it waits for', () => {
    const leased = exampleDelivery({ leaseUntil: now, dueAt: now, fence: 2 });
    const settings = { kind: 'settings' as const };
    expect(hold(leased, { waitsFor: settings, reason: why }, now, { attempts: 3 })).toMatchObject({
      ...{ state: 'held', reason: why, waitsFor: settings, dueAt: null, leaseUntil: null, attempts: 3, fence: 2 },
    });
    const later = { kind: 'time' as const, at: now + 9 };
    expect(hold(leased, { waitsFor: later, reason: why }, now)).toMatchObject({ dueAt: now + 9, waitsFor: later });
    expect(() => hold(exampleDelivery({ state: 'placed' }), { waitsFor: later, reason: why }, now)).toThrow();
  });

  test('for another reference is a person’s', () => {
    const asked = askPerson(inFlight(), waitingFor('reference', why), now, { doubt: null });
    expect(asked).toMatchObject({ state: 'needs_attention', waitsFor: { kind: 'reference' }, doubt: null });
    expect(() => askPerson(exampleDelivery({ state: 'placed' }), waitingFor('reference', why), now)).toThrow(
      'no transition',
    );
  });

  test('waits no more in any other state', () => {
    const held = hold(exampleDelivery(), { waitsFor: { kind: 'service' }, reason: why }, now);
    expect(transition(held, 'queued', null, now)).toMatchObject({ state: 'queued', reason: null, waitsFor: null });
    expect(transition(held, 'cancelled', why, now)).toMatchObject({ reason: why, waitsFor: null });
  });
});

describe('the state of an order', () => {
  const inState = (state: DeliveryState, part: number, replaces: string | null = null) =>
    exampleDelivery({
      ...{ state, orderReference: `1001-${part}` as DeliveryRecord['orderReference'] },
      replaces: replaces as DeliveryRecord['replaces'],
    });
  const order: DeliveryState[] = [
    ...(['needs_attention', 'confirming', 'placing', 'queued', 'held', 'placed', 'cancelled', 'skipped'] as const),
  ];
  test('is that of the delivery that most needs a person', () => {
    for (const [rank, state] of order.entries()) {
      const all = order.slice(rank).map((one, part) => inState(one, part));
      expect(stateOfDeliveries(all)?.state).toBe(state);
      expect(stateOfDeliveries(all.toReversed())?.state).toBe(state);
    }
  });

  test('is none without a delivery, and not that of one that was replaced', () => {
    expect(stateOfDeliveries(aggregateOf([]).deliveries)).toBeNull();
    const both = [inState('needs_attention', 1), inState('placed', 2, '1001-1')];
    expect(stateOfDeliveries(both)?.state).toBe('placed');
  });
});
