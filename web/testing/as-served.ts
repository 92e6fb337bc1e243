import type { OrderView } from '#api-contract/order.ts';
import { needsPerson, orderHeadline } from '#deliveries/order-headline.ts';
import { isOverridable } from '#placement/eligibility.ts';

/** An order of a test as the server shows it: what stands first is decided by the server's own code. */
export function asServed(
  order: Omit<OrderView, 'headline' | 'needsPerson' | 'overridable' | 'refusal'> & Partial<Pick<OrderView, 'refusal'>>,
): OrderView {
  const { refusal = null } = order;
  return {
    ...order,
    refusal,
    headline: orderHeadline(order),
    needsPerson: needsPerson(order),
    overridable: isOverridable(order) && refusal === null,
  };
}
