import type { DeliveryRow } from '#api-contract/deliveries.ts';
import type { DeliveryState, DeliveryView, OrderPreview, OrderView, Reason } from '#api-contract/order.ts';
import { asServed } from '#testing/as-served.ts';
import { phoneTooLong } from './sample-reasons.ts';

export const sampleSlot = {
  start: '2026-11-21T12:00:00Z',
  end: '2026-11-21T14:00:00Z',
  text: 'Sat 21 Nov 2026, 14:00–16:00',
};

/** A delivery as it stands once placed. */
export function sampleDelivery(reference: string, changes: Partial<DeliveryView> = {}): DeliveryView {
  return {
    orderReference: reference,
    deliveryId: `D-${reference}`,
    state: 'placed',
    reason: null,
    inDoubt: false,
    isCurrent: true,
    slot: sampleSlot,
    distanceEstimateMetres: 8431,
    timeEstimateSeconds: 1140,
    noteWritten: true,
    noteState: 'written',
    refusals: [],
    drift: [],
    alarm: null,
    attempts: [{ at: '2026-11-21T09:02:11Z', outcome: 'placed', httpStatus: 201, message: null }],
    locationName: 'Woodstock shop',
    serviceState: 'PENDING PICKUP',
    ...{ progress: null, progressAt: null, cancelling: false, isLate: false },
    trackingUrl: null,
    photoUrl: null,
    contactUrl: null,
    testMode: false,
    ...changes,
  };
}

const unplaced = {
  slot: null,
  deliveryId: null,
  distanceEstimateMetres: null,
  timeEstimateSeconds: null,
  serviceState: null,
  progress: null,
  noteWritten: false,
  noteState: 'pending' as const,
  attempts: [],
};

/** An order with one delivery in that state. */
export function sampleOrder(number: number, state: DeliveryState, reason: Reason | null = null): OrderView {
  const isPlaced = state === 'placed';
  const reference = String(number);
  const delivery = isPlaced ? sampleDelivery(reference) : sampleDelivery(reference, { ...unplaced, state, reason });
  return asServed({
    orderId: orderIdOf(number),
    orderNumber: number,
    orderName: `#${number}`,
    state,
    reason,
    rules: [
      { rule: 'paid', input: 'PAID', result: 'pass', message: 'The order was fully paid.' },
      {
        rule: 'delivery method',
        input: 'Same day delivery',
        result: state === 'skipped' ? 'fail' : 'pass',
        message: 'The delivery method contains "same day".',
      },
      { rule: 'cut-off', input: '', result: 'not_applied', message: 'No cut-off is set.' },
    ],
    deliveries: isPlaced || state === 'needs_attention' ? [delivery] : [],
    timeline: [
      { kind: 'paid', at: '2026-11-21T09:04:00Z' },
      ...(isPlaced ? [{ kind: 'booked' as const, at: '2026-11-21T09:05:00Z', orderReference: reference }] : []),
    ],
    updatedAt: '2026-11-21T09:05:00Z',
  });
}

/** Shopify's id of the order with this number. */
export function orderIdOf(number: number): string {
  return `98765432${number}`;
}

/** The row of the list for that order. */
export function rowOf(order: OrderView, changes: Partial<DeliveryRow> = {}): DeliveryRow {
  const [delivery] = order.deliveries;
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    orderName: order.orderName,
    orderReference: delivery?.orderReference ?? null,
    deliveryId: delivery?.deliveryId ?? null,
    customerName: 'Naledi Khumalo',
    state: order.state,
    reason: order.reason,
    slot: delivery?.slot ?? null,
    locationName: 'Woodstock shop',
    progress: delivery?.progress ?? null,
    cancelling: delivery?.cancelling ?? false,
    isLate: delivery?.isLate ?? false,
    drift: (delivery?.alarm ?? null) !== null,
    secondDriver: false,
    testMode: delivery?.testMode ?? false,
    updatedAt: order.updatedAt,
    ...changes,
  };
}

/** What would be sent for that order. */
export function previewOf(order: OrderView): OrderPreview {
  const isFaulty = order.reason?.field === 'dropoff_contact_phone';
  const reference = String(order.orderNumber);
  const phone = isFaulty ? null : '0821234567';
  const given = order.reason?.code === phoneTooLong.code ? '08612345678' : null;
  return {
    orderId: order.orderId,
    orderName: order.orderName ?? order.orderId,
    decision: { state: order.state, reason: order.reason, rules: order.rules, refusal: null },
    buyer: {
      name: 'Naledi Khumalo',
      phone: isFaulty ? given : '082 123 4567',
      address: '4 Kloof Street, Flat 7, Gardens, Cape Town, 8001, South Africa',
      items: [
        { name: 'Rooibos tea – 500 g', quantity: 2 },
        { name: 'Rusks', quantity: 1 },
      ],
      total: { amount: 345.5, currency: 'ZAR' },
    },
    deliveries: [
      {
        orderReference: reference,
        state: order.deliveries[0]?.state ?? null,
        newReference: `${reference}-R2`,
        locationName: 'Woodstock shop',
        request: isFaulty ? null : { order_reference: reference, dropoff_contact_phone: phone },
        fields: [
          { field: 'order_reference', value: reference, origin: 'given once by the app', problem: null },
          {
            field: 'pickup_address',
            value: '12 Albert Road, Woodstock, Cape Town, 7925, South Africa',
            origin: 'address of the location',
            problem: null,
          },
          { field: 'pickup_contact_name', value: 'Thabo', origin: 'settings of the location', problem: null },
          { field: 'pickup_contact_phone', value: '0214471234', origin: 'settings of the location', problem: null },
          {
            field: 'dropoff_address',
            value: '4 Kloof Street, Flat 7, Gardens, Cape Town, 8001, South Africa',
            origin: 'shipping address',
            problem: null,
          },
          { field: 'dropoff_contact_name', value: 'Naledi Khumalo', origin: 'shipping address', problem: null },
          {
            field: 'dropoff_contact_phone',
            value: phone,
            origin: isFaulty ? 'no usable source' : 'shipping line, normalised from +27 82 123 4567',
            problem: isFaulty ? (order.reason?.message ?? '') : null,
            ...(isFaulty && order.reason ? { why: { code: order.reason.code, params: order.reason.params } } : {}),
            given,
          },
          {
            field: 'pickup_coordinates',
            value: '-33.9275, 18.4467',
            origin: 'coordinates of the location',
            problem: null,
          },
          { field: 'dropoff_coordinates', value: '-33.9313, 18.4111', origin: 'shipping address', problem: null },
          {
            field: 'dropoff_remarks',
            value: 'Ring twice',
            origin: 'instructions at checkout, order note, chosen note attributes and words beside the phone number',
            problem: null,
          },
        ],
      },
    ],
  };
}
