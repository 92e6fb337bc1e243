import { alarm, booked, changed, listed, refused, says, seenAt, waiting, waits, worldOf } from './order-state.ts';
import { sampleDelivery } from './sample-orders.ts';
import {
  cancelledAtService,
  cancelling,
  cancelRefused,
  goesOnAllTheSame,
  goodsBrought,
  phoneMissing,
  phoneTooLong,
} from './sample-reasons.ts';
import type { ShownState } from './shown-state.ts';
import { slotStates } from './slot-states.ts';

const collected = {
  progress: 'on_its_way',
  progressAt: seenAt,
  serviceState: 'COLLECTED',
  isLate: true,
} as const;

/** What becomes of one order. */
export const orderStates: ShownState[] = [
  {
    name: 'booked',
    world: booked({}),
    screens: { ...listed(/Booked/), ...says(/^A driver is booked: Sat 21 Nov/) },
  },
  {
    name: 'cancelled-after-booking',
    world: booked(alarm('order_ended', 'order', 'to be delivered', 'cancelled'), changed('ended')),
    screens: {
      ...waits(/^#1042: cancelled, but a driver is still booked/),
      ...listed(/Needs you/),
      ...says(/cancelled, but a driver is still booked/, 'Cancel the driver'),
    },
  },
  {
    name: 'address-changed',
    world: booked(
      alarm('request', 'dropoff_address', '4 Kloof Street, Gardens', '40 Kloof Street, Gardens'),
      changed('address'),
    ),
    screens: {
      ...waits(/^#1042: the address or contact changed/),
      ...listed(/Needs you/),
      ...says(/^The order changed after the driver was booked/),
    },
  },
  {
    name: 'on-hold-after-booking',
    world: booked(alarm('on_hold', 'hold', 'to be delivered', 'Fraud'), changed('on_hold')),
    screens: {
      ...waits(/^#1042: goods are on hold in Shopify, but a driver is still booked/),
      ...listed(/Needs you/),
      ...says(/^Goods are on hold in Shopify, but a driver is still booked/, 'Cancel the driver'),
    },
  },
  {
    name: 'fraud-risk-after-booking',
    world: booked(alarm('fraud_risk', 'fraud_risk', 'none', 'high'), changed('fraud_risk')),
    screens: {
      ...waits(/^#1042: Shopify warns of fraud, but a driver is still booked/),
      ...listed(/Needs you/),
      ...says(/^Shopify warns of fraud, but a driver is still booked/, 'Cancel the driver'),
    },
  },
  {
    name: 'two-drivers',
    world: () => {
      const world = worldOf(
        { deliveries: [sampleDelivery('1042', { isCurrent: false }), sampleDelivery('1042-R2')] },
        { ...changed('second_driver'), driftAlarms: 1, secondDrivers: 1 },
      );
      const [first, ...others] = world.deliveries;
      world.deliveries = first ? [{ ...first, secondDriver: true }, ...others] : others;
      return world;
    },
    screens: {
      ...waits(/^#1042: a second driver is booked/),
      ...listed(/Booked.*2 drivers/),
      ...says(/^2 drivers are booked/, 'Cancel the first'),
    },
  },
  {
    name: 'brought',
    world: () => {
      const done = { progress: 'delivered' as const, progressAt: seenAt, serviceState: 'DELIVERED' };
      const first = sampleDelivery('1042', { ...done, isCurrent: false });
      const world = worldOf(
        { deliveries: [sampleDelivery('1042-R2'), first] },
        { ...changed('brought', '1042-R2'), driftAlarms: 1, secondDrivers: 1 },
      );
      const [second, ...others] = world.deliveries;
      world.deliveries = second ? [{ ...second, secondDriver: true }, ...others] : others;
      return world;
    },
    screens: {
      ...waits(/^#1042: the goods were delivered already, but another driver is booked/),
      ...listed(/Booked.*2 drivers/),
      ...says(/^The goods were delivered already, but another driver is booked/, 'Cancel the driver'),
    },
  },
  {
    name: 'being-cancelled',
    world: booked({ reason: cancelling, cancelling: true }),
    screens: { ...listed(/Being cancelled/), ...says(/^The driver is being cancelled/) },
  },
  {
    name: 'cancelling-refused',
    world: booked(
      { reason: cancelRefused, ...alarm('not_cancelled', 'cancellation', 'to be cancelled', 'booked') },
      changed('not_cancelled'),
    ),
    screens: {
      ...waits(/^#1042: the driver was not cancelled and may still come/),
      ...listed(/Booked.*Needs you/),
      ...says(/^The driver was not cancelled and may still come/, 'Try to cancel again'),
    },
  },
  {
    name: 'taken-back',
    world: () =>
      worldOf(
        {
          ...{ state: 'cancelled', reason: goesOnAllTheSame },
          deliveries: [
            sampleDelivery('1042', {
              ...{ state: 'cancelled', reason: goesOnAllTheSame },
              ...alarm('not_cancelled', 'cancellation', 'to be cancelled', 'booked'),
            }),
          ],
        },
        changed('not_cancelled'),
      ),
    screens: {
      ...waits(/^#1042: the driver was not cancelled and may still come/),
      ...listed(/Cancelled.*Needs you.*goes on with it all the same/),
      ...says(/^The driver was not cancelled and may still come/),
    },
  },
  {
    name: 'one-of-two-refused',
    world: () =>
      worldOf(
        {
          ...{ state: 'needs_attention', reason: phoneMissing },
          deliveries: [sampleDelivery('1042-2', refused), sampleDelivery('1042')],
        },
        waiting(phoneMissing, null),
      ),
    screens: { ...listed(/Needs you.*has no phone number/), ...says(/^1 of 2 parcels has no driver/, 'Fix and send') },
  },
  ...slotStates,
  {
    name: 'goods-brought-otherwise',
    world: () =>
      worldOf({
        deliveries: [
          sampleDelivery('1042-2'),
          sampleDelivery('1042-R2', {
            ...refused,
            orderReference: '1042-R2',
            state: 'cancelled',
            reason: goodsBrought,
          }),
          sampleDelivery('1042', { state: 'cancelled', isCurrent: false, reason: null, serviceState: 'CANCELLED' }),
        ],
      }),
    screens: { ...listed(/Booked/), ...says(/^A driver is booked: Sat 21 Nov/) },
  },
  {
    name: 'test-order',
    world: booked({ testMode: true }),
    screens: { ...listed(/Booked.*Test/), ...says(/^Test only: no driver comes/) },
  },
  {
    name: 'delivered',
    world: booked({ progress: 'delivered', progressAt: seenAt, serviceState: 'DELIVERED' }),
    screens: { ...listed(/Delivered/), ...says(/^Delivered 21 Nov, 15:12/) },
  },
  {
    name: 'failed',
    world: booked(
      { progress: 'failed', progressAt: seenAt, ...alarm('not_delivered', 'delivery', 'to be delivered', 'failed') },
      changed('failed'),
    ),
    screens: {
      ...waits(/^#1042: the delivery failed/),
      ...listed(/Not delivered.*Needs you/),
      ...says(/^The delivery failed/),
    },
  },
  {
    name: 'never-heard-of-again',
    world: booked(
      { ...collected, ...alarm('not_delivered', 'items', 'to be delivered', 'not heard of') },
      changed('unheard'),
    ),
    screens: {
      ...waits(/^#1042: nobody has said that the goods were delivered/),
      ...listed(/Late.*Needs you/),
      ...says(/^Late: nobody has said that the goods were delivered/),
    },
  },
  {
    name: 'called-off',
    world: () =>
      worldOf(
        {
          ...{ state: 'cancelled', reason: cancelledAtService },
          deliveries: [
            sampleDelivery('1042', {
              ...{ state: 'cancelled', reason: cancelledAtService, serviceState: 'CANCELLED' },
              ...alarm('not_delivered', 'delivery', 'to be delivered', 'cancelled'),
            }),
          ],
        },
        changed('called_off'),
      ),
    screens: {
      ...waits(/^#1042: the delivery service cancelled the delivery/),
      ...listed(/Cancelled.*Needs you.*cancelled at the delivery service/),
      ...says(/^The delivery service cancelled the delivery/),
    },
  },
  {
    name: 'phone-at-fault',
    world: () =>
      worldOf(
        {
          ...{ state: 'needs_attention', reason: phoneTooLong },
          deliveries: [sampleDelivery('1042', { state: 'needs_attention', reason: phoneTooLong, slot: null })],
        },
        waiting(phoneTooLong, '08612345678'),
      ),
    screens: {
      ...waits(/does not have ten digits/, 'Fix'),
      ...listed(/Needs you.*does not have ten digits/),
      ...says(/does not have ten digits/, 'Fix and send'),
    },
  },
];
