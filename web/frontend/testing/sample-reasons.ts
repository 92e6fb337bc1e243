import type { Reason } from '#api-contract/order.ts';

/** A reason as the API gives it. */
export function sampleReason(code: string, message: string, changes: Partial<Reason> = {}): Reason {
  return {
    code,
    message,
    nextStep: null,
    field: null,
    serviceMessage: null,
    until: null,
    retrying: false,
    params: {},
    ...changes,
  };
}

export const phoneMissing = sampleReason(
  'dropoff_phone_missing',
  'The order has no phone number of the recipient, and the delivery service requires one.',
  {
    nextStep: 'Ask the buyer for a South African number, enter it, then send the order again.',
    field: 'dropoff_contact_phone',
  },
);

export const phoneTooLong = sampleReason(
  'dropoff_phone_not_ten_digits',
  "The recipient's phone number does not have ten digits, so the service would refuse it.",
  {
    nextStep: 'Correct the number, for example 082 123 4567, then send the order again.',
    field: 'dropoff_contact_phone',
  },
);

export const referenceTaken = sampleReason(
  'reference_taken',
  'The delivery service has another delivery under the reference 1003, so these goods were not sent under it.',
  {
    nextStep: 'Give this shop a reference prefix, such as ROOI-, then send again.',
    field: 'order_reference',
    params: { reference: '1003', prefix: 'ROOI-' },
  },
);

export const probablyPlaced = sampleReason(
  'probably_placed',
  'The delivery service has a delivery 1003, but this app cannot see for sure that it is this one. A driver is probably booked.',
  {
    nextStep:
      'Ask the delivery service about 1003. Send again looks it up once more; send a new delivery only if you are sure that there is none.',
    params: { reference: '1003' },
  },
);

export const cancelling = sampleReason(
  'cancelling',
  'The delivery is being cancelled at the delivery service. Until the service has confirmed that, the driver stays booked.',
  {
    nextStep:
      'Nothing to do: it is tried until the service answers. If the driver must stop at once, call the service.',
    retrying: true,
  },
);

export const cancelRefused = sampleReason(
  'not_cancelled_refused',
  'The delivery service refused to cancel this delivery. The driver is still booked.',
  {
    nextStep: 'Ask the delivery service to stop 1042, or keep it as booked.',
    serviceMessage: 'E409-PICKUP',
    params: { reference: '1042' },
  },
);

export const cancelInDoubt = sampleReason(
  'not_cancelled_in_doubt',
  'The delivery service does not say whether this delivery is cancelled. The driver may still come.',
  {
    nextStep: 'Ask the delivery service about 1042. Refresh looks it up once more.',
    params: { reference: '1042' },
  },
);

export const cancelledAtService = sampleReason(
  'cancelled_at_service',
  'The delivery was cancelled at the delivery service.',
  { nextStep: 'Send it as a new delivery if it should go out after all.' },
);

export const stillFulfilled = sampleReason(
  'cancelled_still_fulfilled',
  'The delivery was cancelled at the delivery service. In Shopify its goods are still marked as fulfilled.',
  {
    nextStep:
      'Send it as a new delivery if it should go out after all. If nobody brings the goods, cancel their fulfilment in Shopify.',
  },
);

export const goesOnAllTheSame = sampleReason(
  'goes_on_all_the_same',
  'This delivery was cancelled, but the delivery service goes on with it all the same. Its driver may come, also beside another one.',
  {
    nextStep: 'Ask the delivery service about 1042: a driver whom you do not want can only be stopped there.',
    params: { reference: '1042' },
  },
);

export const methodMismatch = sampleReason(
  'method_mismatch',
  'The delivery method (Courier 2 to 4 days) is not one of those sent by same-day delivery.',
  {
    nextStep: 'Press Send to deliver it anyway, or add the method in Settings.',
    params: { methods: 'Courier 2 to 4 days' },
  },
);

export const manualMode = sampleReason(
  'manual_mode',
  'Deliveries are sent by hand in this shop, so the order waits for a person.',
  { nextStep: 'Press Send, or switch on automatic sending in Settings.' },
);

export const noKey = sampleReason('no_key', 'There is no API key of the delivery service yet, so the order waits.', {
  nextStep: 'Enter the API key in Settings.',
});

export const goodsBrought = sampleReason('goods_brought', 'Another delivery of this order brings these goods.');
