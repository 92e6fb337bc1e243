import type { Settings } from '#api-contract/settings.ts';
import { type DeliveryDay, deliveryDay } from './delivery-day.ts';
import { goodsToDeliver } from './goods.ts';
import { type Hours, hoursOf, nextOpening } from './opening-hours.ts';
import type { RuleInput } from './rule.ts';
import type { ShopOrder } from './shop-order.ts';

/** When the goods of an order may be sent by day and hour. */
export interface Schedule {
  day: DeliveryDay;
  hours: Hours[];
  /** Epoch ms from which the order may be sent: paid, the day has come, the locations are open. Null: never within 60 days. */
  from: number | null;
}

type Input = Pick<RuleInput, 'order' | 'settings' | 'goods'> & {
  context: Pick<RuleInput['context'], 'paidAt' | 'openedAt' | 'timeZone'>;
};

/** Epoch ms from which an order may be sent; where that is never, the payment. Kept-back goods: from when they opened. */
export function sendableFrom(order: ShopOrder, settings: Settings, context: Input['context']): number {
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
  return { day, hours, from: nextOpening(hours, start, timeZone) };
}
