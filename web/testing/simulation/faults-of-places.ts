import type { LocationId } from '#placement/ids.ts';
import { readsGoods } from './faults-of-shopify.ts';
import { showsSettings } from './faults-of-the-shop-store.ts';
import { forgetsDrift, type Plant, writes, writesRows } from './port-fault.ts';
import { isByBuyer } from './sim-goods.ts';

/** Faults about where goods are collected, and by whom. */
export const faultsOfPlaces = {
  'what the buyer collects read as goods to bring': readsGoods((one) =>
    isByBuyer(one) ? { ...one, methodType: 'SHIPPING', presentedName: 'Same Day' } : one,
  ),
  'nothing written down of goods that are gone': forgetsDrift(({ about }) => about === 'goods_gone'),
  'goods that were gone once are gone for ever': writesRows((delivery, before) => {
    const gone = before?.drift.filter(({ about }) => about === 'goods_gone') ?? [];
    const added = gone.filter(({ field }) => delivery.drift.every((one) => one.field !== field));
    return { ...delivery, drift: [...delivery.drift, ...added] };
  }),
  'a location that was deleted read as another one': readsGoods((one) =>
    one.location.id === null ? { ...one, location: { ...one.location, id: '9009' as LocationId } } : one,
  ),
  'goods whose location was deleted not read': readsGoods((one) =>
    one.location.id === null ? { ...one, lines: [] } : one,
  ),
  'a phone number shown where a location has none': readsGoods((one) => ({
    ...one,
    location: { ...one.location, phone: one.location.phone ?? '+27 21 447 8194' },
  })),
  'phone numbers that the settings name not shown': showsSettings((settings) => ({ ...settings, locations: {} })),
  'what lacks a phone number written down as left out': writes(({ order, ...change }) => ({
    ...change,
    ...(order && { order: order.reason?.code === 'pickup_phone_missing' ? { ...order, state: 'skipped' } : order }),
  })),
} satisfies Record<string, Plant>;
