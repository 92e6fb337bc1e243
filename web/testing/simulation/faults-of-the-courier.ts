import type { PlaceOutcome } from '#deliveries/ports/courier.ts';
import { at, type Plant } from './port-fault.ts';
import { shownAs } from './service-row.ts';
import { referenceOf } from './sim-service.ts';

/** A client that takes some answers to a placing call for others. */
const hears = (hear: (outcome: PlaceOutcome) => PlaceOutcome) =>
  at('courier', (courier) => ({ place: async (...args) => hear(await courier.place(...args)) }));

/** Faults of the client of the delivery service. */
export const faultsOfTheCourier = {
  'a duplicate taken for success': at('courier', (courier, { service }) => ({
    place: async (account, body) => {
      const outcome = await courier.place(account, body);
      const row = service.stored.get(referenceOf(body));
      return outcome.kind === 'duplicate' && row
        ? { ...outcome, kind: 'placed', delivery: shownAs(row, 'as_sent') }
        : outcome;
    },
  })),
  'a refusal taken for "slow down"': hears((outcome) =>
    outcome.kind === 'refused' ? { ...outcome, kind: 'rate_limited', retryAfterMs: null } : outcome,
  ),
  'a refusal that names its reference taken for one that is taken': hears((outcome) =>
    outcome.kind === 'refused' && outcome.mayBeTaken ? { ...outcome, kind: 'duplicate' } : outcome,
  ),
  'a lost answer taken for "nothing was sent"': hears((outcome) =>
    outcome.kind === 'unknown' ? { ...outcome, kind: 'unsent' } : outcome,
  ),
  "the service's Retry-After not read": hears((outcome) =>
    'retryAfterMs' in outcome ? { ...outcome, retryAfterMs: null } : outcome,
  ),
  'another reference for each attempt': at('courier', (courier, { service }) => ({
    place: (account, body) => {
      const isAgain = service.calls.some((call) => call.kind === 'place' && call.body === body);
      return courier.place(account, isAgain ? body.replace(/"order_reference":"[^"]*/, '$&-A') : body);
    },
  })),
  'a failed look-up taken for "not found"': at('courier', (courier) => ({
    lookup: async (...args) => {
      const outcome = await courier.lookup(...args);
      return outcome.kind === 'failed' ? { kind: 'not_found' } : outcome;
    },
  })),
  'a look-up that shows what was asked for': at('courier', (courier, { orders }) => ({
    lookup: async (account, query) => {
      const outcome = await courier.lookup(account, query);
      const asked = orders
        .all()
        .flatMap(({ deliveries }) => deliveries.get(query.orderReference)?.request ?? [])
        .find((request) => request.customer_identifier === query.customerIdentifier);
      if (outcome.kind !== 'found' || !asked) return outcome;
      const shown = {
        customerIdentifier: asked.customer_identifier,
        pickupAddress: asked.pickup_address,
        dropoffAddress: asked.dropoff_address,
        dropoffContactPhone: asked.dropoff_contact_phone,
      };
      return { kind: 'found', delivery: { ...outcome.delivery, ...shown } };
    },
  })),
  'a look-up without a customer read as another customer': at('courier', (courier) => ({
    lookup: async (...args) => {
      const outcome = await courier.lookup(...args);
      if (outcome.kind !== 'found' || outcome.delivery.customerIdentifier !== null) return outcome;
      return { kind: 'found', delivery: { ...outcome.delivery, customerIdentifier: '' } };
    },
  })),
  'a lost answer to cancelling taken for a yes': at('courier', (courier) => ({
    cancel: async (...args) => {
      const outcome = await courier.cancel(...args);
      return outcome.kind === 'failed' ? { kind: 'cancelled' } : outcome;
    },
  })),
  'a job that was booked anew not looked for': at('courier', (courier) => ({
    lookup: async (account, query) =>
      query.besides === undefined ? courier.lookup(account, query) : { kind: 'not_found' },
  })),
  'a second driver sent beside a job that was booked anew': at('courier', (courier) => ({
    lookup: async (account, query) =>
      query.besides === undefined ? courier.lookup(account, query) : { kind: 'not_found' },
  })),
  'hours and cut-offs read in another zone': at('courier', () => ({ timeZone: 'UTC' })),
} satisfies Record<string, Plant>;
