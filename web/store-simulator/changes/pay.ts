import { recordSale } from '../state/add-order.ts';
import { wholeSecond } from '../state/instants.ts';
import { amountOf, cents, financialStatus, orderFigures } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { orderChanged, orderEvent } from './touch.ts';

/**
 * "Mark as paid", or a part payment of `amount` (major units). `orders/paid` fires only when nothing is left to pay.
 * `at` back-dates the payment.
 */
export function payOrder(
  shop: ShopState,
  order: OrderRecord,
  payment: { amount?: string; at?: number } = {},
): OrderRecord {
  if (order.cancelledAt !== null) {
    throw new StoreRefusal(`${order.name} is cancelled`);
  }
  const { outstanding } = orderFigures(order);
  const amount = payment.amount === undefined ? outstanding : cents(payment.amount);
  if (amount <= 0 || amount > outstanding) {
    throw new StoreRefusal(`${order.name} has ${amountOf(outstanding)} ${order.currency} left to pay`);
  }
  order.financialStatusOverride = null;
  recordSale(shop, order, amountOf(amount), wholeSecond(payment.at ?? shop.now()));
  orderChanged(shop, order, financialStatus(order) === 'PAID' ? [orderEvent(shop, 'orders/paid', order)] : []);
  return order;
}
