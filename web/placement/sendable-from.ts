import type { DateTime } from 'luxon';
import type { Settings } from '#api-contract/settings.ts';
import { type DeliveryDay, deliveryDay } from './delivery-day.ts';
import { type Goods, goodsToDeliver } from './goods.ts';
import { type Hours, hoursOf, nextOpening } from './opening-hours.ts';
import type { ShopOrder } from './shop-order.ts';

/** When the goods of an order may be sent by day and hour. */
export interface Schedule {
  day: DeliveryDay;
  hours: Hours[];
  /**
   * Epoch ms from which the order may be sent: paid, the day has come, the locations are open; where none opens any more on
   * the day that it names, from when it is that day. Null: never within 60 days.
   */
  from: number | null;
}

/** Since when an order can go: its payment and, of goods that Shopify kept back, when they opened, epoch ms; the IANA zone of the service. */
interface Since {
  paidAt: number;
  openedAt?: number | null;
  timeZone: string;
}

interface Input {
  order: ShopOrder;
  settings: Settings;
  goods: Goods;
  context: Since;
}

/** Epoch ms from which an order may be sent; where that is never, the payment. Kept-back goods: from when they opened. */
export function sendableFrom(order: ShopOrder, settings: Settings, context: Since): number {
  const goods = goodsToDeliver(order, settings.automation);
  return scheduleOf({ order, settings, goods, context }).from ?? context.paidAt;
}

/** Too late is counted from here, not from a payment that came on another day or at night. */
export function scheduleOf({ order, settings, goods, context: { paidAt, openedAt, timeZone } }: Input): Schedule {
  const wanted = goods.ready.length > 0 ? goods.ready : goods.waiting;
  const day = deliveryDay(order, wanted, settings.automation, timeZone);
  const hours = hoursOf(wanted, settings);
  const { trigger, editWindowMinutes } = settings.automation;
  const windowMs = trigger === 'afterEditWindow' ? editWindowMinutes * 60_000 : 0;
  const earliest = Math.max(paidAt + windowMs, openedAt ?? 0);
  const start = day.kind === 'day' ? Math.max(earliest, day.day.toMillis()) : earliest;
  const opening = nextOpening(hours, start, timeZone);
  const isClosed =
    opening !== null && day.kind === 'day' && day.isExact && start < endOf(day.day) && opening >= endOf(day.day);
  return { day, hours, from: isClosed ? start : opening };
}

/** Epoch ms at which the day is over. */
export const endOf = (day: DateTime): number => day.plus({ days: 1 }).toMillis();
