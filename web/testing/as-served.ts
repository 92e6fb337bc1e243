import type { OrderView } from '#api-contract/order.ts';
import { needsPerson, orderHeadline } from '#deliveries/order-headline.ts';

/** An order of a test as the server shows it: what stands first is decided by the server's own code. */
export function asServed(order: Omit<OrderView, 'headline' | 'needsPerson'>): OrderView {
  return { ...order, headline: orderHeadline(order), needsPerson: needsPerson(order) };
}
