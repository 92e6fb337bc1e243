import type { FulfillmentOrder } from '#placement/shop-order.ts';
import { changeOne, type GoodsChange, handedOver, isByBuyer, live } from './sim-goods.ts';

const byBuyer = (one: FulfillmentOrder): FulfillmentOrder => ({
  ...one,
  methodType: 'PICK_UP',
  presentedName: one.location.name,
  serviceCode: null,
});

const bySameDay = (one: FulfillmentOrder): FulfillmentOrder => ({
  ...one,
  methodType: 'SHIPPING',
  presentedName: 'Same Day',
  serviceCode: 'same-day',
});

/** The buyer will collect one fulfilment order's goods instead. */
export const collectOne: GoodsChange = changeOne(live, (one) => [byBuyer(one)]);

/** The buyer will collect everything that was to be brought; what goes by post does so. */
export const collectAll: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.map((one) => (live.includes(one.status) && one.serviceCode !== 'post' ? byBuyer(one) : one));

/** The goods are to be brought after all. */
export const bringAgain: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.some((one) => isByBuyer(one) && live.includes(one.status))
    ? all.map((one) => (isByBuyer(one) && live.includes(one.status) ? bySameDay(one) : one))
    : null;

/** The buyer was there, and has taken what is ready. */
export const collected: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.map((one) => (isByBuyer(one) && ['OPEN', 'IN_PROGRESS'].includes(one.status) ? handedOver(one) : one));
