import type { OrderView } from '#api-contract/order.ts';
import type { SettingsView } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { noFigures, sampleFigures } from './sample-figures.ts';
import { noMail } from './sample-mail.ts';
import { orderIdOf, previewOf, rowOf, sampleDelivery, sampleOrder, sampleSlot } from './sample-orders.ts';
import { busyOverview, emptyOverview } from './sample-overview.ts';
import { samplePackingList } from './sample-packing.ts';
import { methodMismatch, noKey, phoneMissing, referenceTaken } from './sample-reasons.ts';
import { sampleRequests } from './sample-requests.ts';
import type { World } from './world.ts';

/** A shop on the day it installs the app. */
export function emptyWorld(): World {
  return {
    overview: { ...emptyOverview() },
    packingList: { slot: sampleSlot, deliveries: [], more: 0 },
    deliveries: [],
    orders: new Map(),
    previews: new Map(),
    settings: settingsOf({ apiKey: { set: false, last4: null }, testApiKey: { set: false, last4: null } }),
    mailAddress: noMail,
    locations: { locations: [], deliveryMethods: [], metafields: null },
    audit: [],
    dataRequests: [],
    figures: noFigures(),
    rehearse: () => ({ orders: [] }),
    onSend: (order) => ({ ...order, state: 'queued', reason: null }),
    courierTest: { ok: true, message: 'The key was accepted.', kind: 'accepted' },
    failing: new Map(),
    slow: new Map(),
    down: null,
    calls: [],
  };
}

/** A shop in the middle of a working day: one order in every state. */
export function busyWorld(): World {
  const orders = sampleOrders();
  const world = emptyWorld();
  return {
    ...world,
    overview: busyOverview(),
    packingList: samplePackingList(),
    figures: sampleFigures(),
    deliveries: orders.map((order) => rowOf(order)),
    orders: new Map(orders.map((order) => [order.orderId, order])),
    previews: new Map(orders.map((order) => [order.orderId, previewOf(order)])),
    settings: settingsOf({ apiKey: { set: true, last4: '7f3a' }, testApiKey: { set: true, last4: '01bc' } }),
    mailAddress: noMail,
    locations: {
      locations: [
        {
          id: '71001',
          name: 'Woodstock shop',
          address: '12 Albert Road, Woodstock, Cape Town, 7925, South Africa',
          phone: '021 447 1234',
          coordinates: '-33.9275, 18.4467',
          isActive: true,
          isFulfillmentService: false,
          missing: [],
        },
        {
          id: '71002',
          name: 'Claremont store room',
          address: 'Claremont, Cape Town, 7708, South Africa',
          phone: null,
          coordinates: null,
          isActive: true,
          isFulfillmentService: false,
          missing: ['contactPhone', 'address1'],
        },
      ],
      deliveryMethods: ['Same day delivery', 'Courier 2 to 4 days', 'Vandag aflewering'],
      metafields: {
        parcel: { name: 'custom.parcel', on: ['product'], type: 'json' },
        fragile: { name: 'custom.fragile', on: [], type: null },
      },
    },
    audit: [
      {
        at: '2026-11-21T09:04:00Z',
        actor: 'staff 55',
        action: 'fix_and_send',
        orderId: orderIdOf(1002),
        orderReference: '1002',
        detail: 'corrected dropoff_contact_phone',
      },
      {
        ...{ at: '2026-11-21T09:03:00Z', actor: 'staff 55', action: 'cancel_and_place_again' },
        ...{ orderId: orderIdOf(1001), orderReference: '1001', detail: '' },
      },
    ],
    dataRequests: sampleRequests(),
    rehearse: ({ mode }) => ({
      orders: orders.map((order) => {
        const isSkipped = mode === 'manual' || (mode === 'matching' && order.state === 'skipped');
        return {
          orderId: order.orderId,
          orderName: order.orderName ?? '',
          processedAt: '2026-11-20T08:00:00Z',
          state: isSkipped ? ('skipped' as const) : ('queued' as const),
          reason: isSkipped ? methodMismatch : null,
          rules: order.rules,
        };
      }),
    }),
  };
}

function sampleOrders(): OrderView[] {
  const drifted = sampleOrder(1006, 'placed');
  return [
    sampleOrder(1001, 'placed'),
    sampleOrder(1002, 'needs_attention', phoneMissing),
    sampleOrder(1003, 'needs_attention', referenceTaken),
    sampleOrder(1004, 'skipped', methodMismatch),
    sampleOrder(1005, 'held', noKey),
    {
      ...drifted,
      deliveries: [
        sampleDelivery('1006', {
          drift: [
            {
              about: 'request',
              field: 'dropoff_address',
              placed: '4 Kloof Street, Gardens, Cape Town',
              now: '40 Kloof Street, Gardens, Cape Town',
              closed: null,
            },
          ],
          alarm: 'a1006',
        }),
      ],
    },
    sampleOrder(1007, 'cancelled'),
    sampleOrder(1008, 'queued'),
  ];
}

function settingsOf(courier: SettingsView['courier']): SettingsView {
  return { ...structuredClone(defaultSettings), courier };
}
