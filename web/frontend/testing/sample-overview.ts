import type { Counts, Overview } from '#api-contract/overview.ts';
import { orderIdOf, sampleSlot } from './sample-orders.ts';
import { phoneMissing, referenceTaken } from './sample-reasons.ts';

const noCounts: Counts = {
  paid: 0,
  placed: 0,
  inProgress: 0,
  skipped: 0,
  toSend: 0,
  held: 0,
  needsAttention: 0,
  cancelled: 0,
  unexplained: 0,
};

/** Of a shop on the day it installs the app. */
export function emptyOverview(): Overview {
  return {
    status: 'no_key',
    statusMessage: 'There is no API key yet.',
    statusNextStep: 'Enter the key in Settings.',
    testMode: false,
    paused: false,
    last24h: noCounts,
    last7d: noCounts,
    comparedAt: '2026-11-21T09:58:00Z',
    waiting: [],
    waitingCount: 0,
    changed: [],
    day: [],
    nextSlots: [],
    paidToPlacedSeconds: { median: null, p95: null },
    perDay: fourteenDays(() => 0),
    quarantinedWebhooks: 0,
    ...{ driftAlarms: 0, undelivered: 0, secondDrivers: 0 },
    toSend: 0,
    dataRequests: { open: 0, nextDueAt: null },
    setup: {
      keySet: false,
      testKeySet: false,
      keyAccepted: false,
      testKeyAccepted: false,
      testOrderPlaced: false,
      locationsComplete: false,
      firstPlaced: false,
      mailConfirmed: false,
      dismissed: false,
    },
    offerHours: true,
    language: null,
    driverTimeZone: 'Africa/Johannesburg',
    shop: { domain: 'rooibos-and-co.myshopify.com', timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
  };
}

const sampleWaiting: Overview['waiting'] = [
  {
    orderId: orderIdOf(1003),
    orderName: '#1003',
    orderReference: '1003',
    reason: referenceTaken,
    customerName: 'Pieter van der Merwe',
    paidAt: '2026-11-21T08:50:00Z',
    deadlineAt: '2026-11-22T08:50:00Z',
    ...{ field: null, given: null },
  },
  {
    orderId: orderIdOf(1002),
    orderName: '#1002',
    orderReference: '1002',
    reason: phoneMissing,
    customerName: 'Thandi Nkosi',
    paidAt: '2026-11-21T08:41:00Z',
    deadlineAt: '2026-11-22T08:41:00Z',
    ...{ field: 'dropoff_contact_phone', given: null },
  },
];

/** It is over by now. */
export const morningSlot = {
  start: '2026-11-21T08:00:00Z',
  end: '2026-11-21T10:00:00Z',
  text: 'Sat 21 Nov 2026, 10:00–12:00',
};

/** Of a shop in the middle of a working day. */
export function busyOverview(): Overview {
  return {
    ...emptyOverview(),
    status: 'working',
    statusMessage: 'Orders are sent by themselves.',
    statusNextStep: null,
    last24h: { ...noCounts, paid: 23, placed: 17, inProgress: 1, skipped: 2, held: 1, needsAttention: 2 },
    last7d: {
      ...noCounts,
      paid: 131,
      placed: 112,
      inProgress: 1,
      skipped: 12,
      held: 1,
      needsAttention: 2,
      cancelled: 3,
    },
    waiting: sampleWaiting,
    waitingCount: sampleWaiting.length,
    changed: [
      { orderId: orderIdOf(1006), orderName: '#1006', orderReference: '1006', what: 'address', slot: sampleSlot },
    ],
    day: [
      {
        slot: morningSlot,
        booked: 6,
        onItsWay: 1,
        delivered: 3,
        late: 2,
      },
      { slot: sampleSlot, booked: 8, onItsWay: 0, delivered: 0, late: 0 },
    ],
    nextSlots: [1001, 1006].map((number) => ({
      orderId: orderIdOf(number),
      orderName: `#${number}`,
      orderReference: String(number),
      slot: sampleSlot,
    })),
    paidToPlacedSeconds: { median: 4, p95: 41 },
    perDay: fourteenDays((day) => [12, 15, 9, 18, 20, 0, 7, 16, 14, 22, 19, 11, 15, 17][day] ?? 0),
    driftAlarms: 1,
    dataRequests: { open: 1, nextDueAt: '2026-12-19T08:41:00Z' },
    setup: {
      keySet: true,
      testKeySet: true,
      keyAccepted: true,
      testKeyAccepted: true,
      testOrderPlaced: true,
      locationsComplete: true,
      firstPlaced: true,
      mailConfirmed: true,
      dismissed: false,
    },
  };
}

function fourteenDays(placed: (day: number) => number): Overview['perDay'] {
  return Array.from({ length: 14 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 10, 8 + day)).toISOString().slice(0, 10),
    placed: placed(day),
  }));
}
