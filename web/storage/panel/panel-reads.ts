import type { Slot } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { readBalance } from './balance.ts';
import { readChanged } from './changed-deliveries.ts';
import { type FigureRange, readDeliveryFigures } from './delivery-figures.ts';
import type { DeliveryFilter, Reader } from './delivery-filter.ts';
import { countByState, countViews, listDeliveries, type PageRequest } from './list-deliveries.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { readPackingList } from './packing-list.ts';
import { readPlacedFigures } from './placed-figures.ts';
import { createSlowMemo } from './slow-memo.ts';
import { readWaiting } from './waiting-orders.ts';

export type PanelReads = ReturnType<typeof createPanelReads>;

/** The panel's reading queries. Figures over very many rows are remembered for a while. */
export function createPanelReads(reader: Reader) {
  const { db } = reader;
  const memo = createSlowMemo(() => performance.now());
  const oneAtATime = createOneAtATime();
  return {
    listDeliveries: (shop: ShopDomain, filter: DeliveryFilter, page: PageRequest) =>
      listDeliveries(reader, shop, filter, page),
    countByState: (shop: ShopDomain, filter: DeliveryFilter) => countByState(reader, memo, shop, filter),
    countViews: (shop: ShopDomain, filter: DeliveryFilter) => countViews(reader, shop, filter),
    changed: (shop: ShopDomain, limit: number) => readChanged(reader, shop, limit),
    waiting: (shop: ShopDomain, wanted: { lateBefore: Date; limit: number }) => readWaiting(reader, shop, wanted),
    packingList: (shop: ShopDomain, wanted: { slot: Slot; limit: number }) => readPackingList(reader, shop, wanted),
    balance: (shop: ShopDomain) =>
      memo(
        `balance ${shop}`,
        () => readBalance(db, shop),
        ({ last7d }) => last7d.paid,
      ),
    placedFigures: (shop: ShopDomain, timeZone: string) =>
      memo(
        `placed ${shop} ${timeZone}`,
        () => readPlacedFigures(db, shop, timeZone),
        ({ perDay }) => perDay.reduce((sum, { placed }) => sum + placed, 0),
      ),
    deliveryFigures: (shop: ShopDomain, range: FigureRange) =>
      memo(
        JSON.stringify(['figures', shop, range]),
        () => oneAtATime(shop, () => readDeliveryFigures(db, shop, range)),
        ({ total }) => total.deliveries,
      ),
  };
}
