import { cleanText } from './clean-text.ts';
import type { FraudRisk } from './fraud-risk.ts';
import type { MappedValue } from './mapped-value.ts';
import type { ShopOrder } from './shop-order.ts';

/** Fields of a placed delivery that are compared with the order. */
export const comparedFields = [
  'pickup_address',
  'pickup_coordinates',
  'dropoff_address',
  'dropoff_contact_name',
  'dropoff_contact_phone',
  'dropoff_coordinates',
] as const;
type ComparedField = (typeof comparedFields)[number];

/** What the order itself says of each compared field, whatever a person corrected; '' where it says nothing. */
export interface OrderWords extends Readonly<Record<ComparedField, string>> {
  /** The day that it names, as typed; a version before did not keep it. */
  readonly delivery_day?: string;
  /** The note attribute that it was looked for in, folded; kept since later still. */
  readonly delivery_day_attribute?: string;
  /** By when checkout promised the goods (RFC 3339), '' where it did not; kept since later still. */
  readonly promised_by?: string;
  /** How the goods were to travel, where the shop's rules wanted that, and Shopify's type of it; kept since later still. */
  readonly delivery_method?: string;
  readonly delivery_method_type?: string;
  /** How likely Shopify took fraud for; kept since later still. */
  readonly fraud_risk?: FraudRisk;
  /** The address that stood here when a person gave its point; kept with corrections only. */
  readonly pickup_coordinates_for?: string;
  readonly dropoff_coordinates_for?: string;
}

/**
 * @param uncorrected the order mapped without corrections. Where that gives no usable value, the words as they stand in
 * the order count: who corrected a mistyped phone is told when the order names another one.
 */
export function orderSays(order: ShopOrder, uncorrected: Readonly<Record<ComparedField, MappedValue>>): OrderWords {
  const said = comparedFields.map((field) => [field, uncorrected[field].value ?? asTyped(order, field)]);
  return Object.fromEntries(said) as OrderWords;
}

function asTyped(order: ShopOrder, field: ComparedField): string {
  const { shippingAddress: address, shippingLines, removedShippingLines, fulfillmentOrders, phone, customer } = order;
  const phones = fulfillmentOrders.flatMap(({ contactPhone, destinationPhone }) => [contactPhone, destinationPhone]);
  // Shopify lists fulfilment orders in no order that lasts: another one is no change of the phone.
  const atCheckout = phones.map((text) => text ?? '').toSorted();
  const onLines = [...shippingLines, ...removedShippingLines].map((line) => line.phone);
  const typed: Partial<Record<ComparedField, (string | null | undefined)[]>> = {
    dropoff_address: [address?.address1, address?.address2, address?.city, address?.zip, address?.country],
    dropoff_contact_phone: [...atCheckout, address?.phone, ...onLines, phone, customer?.phone],
  };
  return (typed[field] ?? [])
    .map(cleanText)
    .filter((text) => text !== '')
    .join(', ');
}
