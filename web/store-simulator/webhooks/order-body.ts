import { gid } from '../state/gid.ts';
import {
  amountOf,
  cents,
  currentWeightG,
  financialStatus,
  fulfillmentStatus,
  fullName,
  grams,
  orderFigures,
} from '../state/order-figures.ts';
import type { LineRecord, OrderRecord } from '../state/order-records.ts';
import type { AddressRecord, CustomerRecord } from '../state/records.ts';
import type { ShopState } from '../state/shop-state.ts';
import { restTime } from './rest-time.ts';

const money = (amount: string, currency: string) => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount, currency_code: currency },
});

/** A body without the keys that Shopify leaves out because the app may not see them. */
function without(body: Record<string, unknown>, hidden: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !hidden.includes(key)));
}

const restName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An address in a webhook. Where every personal field is redacted, only country and province remain. */
function addressBody(address: AddressRecord | null): Record<string, unknown> | null {
  if (!address) {
    return null;
  }
  const body = {
    first_name: address.firstName,
    address1: address.address1,
    phone: address.phone,
    city: address.city,
    zip: address.zip,
    province: address.province,
    country: address.country,
    last_name: address.lastName,
    address2: address.address2,
    company: address.company,
    latitude: address.latitude,
    longitude: address.longitude,
    name: fullName(address),
    country_code: address.countryCode,
    province_code: address.provinceCode,
  };
  return without(body, address.redacted.map(restName));
}

/** A customer's address has ids and no coordinates. */
function defaultAddressBody({ id, defaultAddress }: CustomerRecord): Record<string, unknown> | null {
  const { latitude: _latitude, longitude: _longitude, ...body } = addressBody(defaultAddress) ?? {};
  return defaultAddress && { id: BigInt(defaultAddress.id), customer_id: BigInt(id), ...body, default: true };
}

function customerBody(customer: CustomerRecord, shop: ShopState): Record<string, unknown> {
  const body = {
    id: BigInt(customer.id),
    created_at: restTime(customer.createdAt, shop.ianaTimezone),
    updated_at: restTime(customer.createdAt, shop.ianaTimezone),
    first_name: customer.firstName,
    last_name: customer.lastName,
    state: 'disabled',
    note: null,
    verified_email: true,
    multipass_identifier: null,
    tax_exempt: false,
    email: customer.email,
    phone: customer.phone,
    currency: shop.currency,
    tax_exemptions: [],
    admin_graphql_api_id: gid('Customer', customer.id),
    default_address: defaultAddressBody(customer),
  };
  return without(body, customer.redacted.map(restName));
}

/** A line of an order in a webhook. */
export function lineBody(line: LineRecord, order: OrderRecord): Record<string, unknown> {
  const left = Math.max(0, line.currentQuantity - line.fulfilledQuantity);
  const status = left > 0 ? 'partial' : 'fulfilled';
  return {
    id: BigInt(line.id),
    admin_graphql_api_id: gid('LineItem', line.id),
    attributed_staffs: [],
    current_quantity: line.currentQuantity,
    fulfillable_quantity: left,
    fulfillment_service: 'manual',
    fulfillment_status: line.fulfilledQuantity === 0 ? null : status,
    gift_card: line.isGiftCard,
    grams: grams(line.weight),
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price: line.unitPrice,
    price_set: money(line.unitPrice, order.currency),
    product_exists: line.product !== null,
    product_id: line.product ? BigInt(line.product.id) : null,
    properties: line.customAttributes.map(({ key, value }) => ({ name: key, value })),
    quantity: line.quantity,
    requires_shipping: line.requiresShipping,
    sku: line.sku,
    taxable: true,
    title: line.title,
    total_discount: '0.00',
    total_discount_set: money('0.00', order.currency),
    variant_id: line.variant ? BigInt(line.variant.id) : null,
    variant_inventory_management: null,
    variant_title: line.variantTitle,
    vendor: line.vendor,
    tax_lines: [],
    duties: [],
    discount_allocations: [],
  };
}

function amounts(order: OrderRecord): Record<string, unknown> {
  const figures = orderFigures(order);
  const pairs = {
    current_subtotal_price: figures.currentSubtotal,
    current_total_discounts: 0,
    current_total_price: figures.currentTotal,
    current_total_tax: 0,
    subtotal_price: figures.subtotal,
    total_discounts: 0,
    total_line_items_price: figures.subtotal,
    total_price: figures.total,
    total_tax: 0,
  };
  return {
    ...Object.fromEntries(
      Object.entries(pairs).flatMap(([key, value]) => [
        [key, amountOf(value)],
        [`${key}_set`, money(amountOf(value), order.currency)],
      ]),
    ),
    current_shipping_price_set: money(amountOf(figures.shipping), order.currency),
    total_shipping_price_set: money(amountOf(figures.shipping), order.currency),
    total_outstanding: amountOf(figures.outstanding),
    total_tip_received: '0.00',
  };
}

function shippingLineBodies(order: OrderRecord): Record<string, unknown>[] {
  return order.shippingLines.map((line) =>
    without(
      {
        id: BigInt(line.id),
        carrier_identifier: line.carrierIdentifier,
        code: line.code,
        discounted_price: line.price,
        discounted_price_set: money(line.price, order.currency),
        is_removed: line.isRemoved,
        phone: line.phone,
        price: amountOf(cents(line.price)),
        price_set: money(line.price, order.currency),
        requested_fulfillment_service_id: null,
        source: line.source,
        title: line.title,
        tax_lines: [],
        discount_allocations: [],
      },
      line.redacted,
    ),
  );
}

const restFulfillmentStatus: Record<string, string> = { FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial' };

/** Body of `orders/*`: the order in REST words as it stands now. Bigints are ids. */
export function orderBody(shop: ShopState, order: OrderRecord): Record<string, unknown> {
  const at = (ms: number | null) => (ms === null ? null : restTime(ms, shop.ianaTimezone));
  const body: Record<string, unknown> = {
    id: BigInt(order.id),
    admin_graphql_api_id: gid('Order', order.id),
    app_id: null,
    browser_ip: null,
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    cancelled_at: at(order.cancelledAt),
    closed_at: at(order.closedAt),
    confirmed: order.confirmed,
    contact_email: order.email,
    created_at: at(order.createdAt),
    currency: order.currency,
    ...amounts(order),
    customer_locale: 'en-ZA',
    discount_codes: [],
    email: order.email ?? '',
    estimated_taxes: false,
    financial_status: financialStatus(order).toLowerCase(),
    fulfillment_status: restFulfillmentStatus[fulfillmentStatus(order)] ?? null,
    location_id: order.retailLocation ? BigInt(order.retailLocation.id) : null,
    name: order.name,
    note: order.note,
    note_attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value })),
    number: order.number - 1000,
    order_number: order.number,
    order_status_url: `https://${shop.domain}/${shop.id}/orders/${order.id}/authenticate?key=simulated`,
    payment_gateway_names: [...new Set(order.transactions.map((transaction) => transaction.gateway))],
    phone: order.phone,
    presentment_currency: order.currency,
    processed_at: at(order.processedAt),
    source_name: order.sourceName,
    tags: order.tags.join(', '),
    tax_exempt: false,
    tax_lines: [],
    taxes_included: true,
    test: order.test,
    total_weight: currentWeightG(order),
    updated_at: at(order.updatedAt),
    user_id: null,
    discount_applications: [],
    fulfillments: [],
    line_items: order.lines.map((line) => lineBody(line, order)),
    payment_terms: null,
    refunds: [],
    shipping_lines: shippingLineBodies(order),
  };
  // Draft, POS and digital orders come without these keys, not with nulls.
  if (order.billingAddress) {
    body['billing_address'] = addressBody(order.billingAddress);
  }
  if (order.customer) {
    body['customer'] = customerBody(order.customer, shop);
  }
  if (order.shippingAddress) {
    body['shipping_address'] = addressBody(order.shippingAddress);
  }
  const hidden = order.redacted.map(restName);
  return without(body, hidden.includes('email') ? [...hidden, 'contact_email'] : hidden);
}
