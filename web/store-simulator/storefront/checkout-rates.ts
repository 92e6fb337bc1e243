import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';

/** What stands in a checkout: where to, and how many of which products. */
export interface CheckoutCart {
  zip?: string | null;
  provinceCode?: string | null;
  /** Default ZA. */
  countryCode?: string;
  city?: string | null;
  /** Default `1 Main Road`. */
  address1?: string;
  address2?: string | null;
  /** As checkout asks with it: null until the buyer typed one. */
  phone?: string | null;
  /** Default: one of the first product. */
  lines?: { sku: string; quantity: number }[];
  /** Discounts of the whole order. */
  discountCents?: number;
  /** Default `en-ZA`. */
  locale?: string;
}

/** A rate as an app names it; money in subunits. */
interface CheckoutRate {
  service_name: string;
  service_code: string;
  total_price: string;
  currency: string;
  description?: string;
  phone_required?: boolean;
}

/** What one app answered; rates empty: not available, null: no usable answer, and backup rates are shown. */
export interface CheckoutAnswer {
  carrierService: string;
  status: number | null;
  rates: CheckoutRate[] | null;
}

const readTimeoutMs = 10_000;

/** Asks every active carrier service for rates, as a checkout does. Neither signed nor repeated; no coordinates. */
export async function askForRates(shop: ShopState, cart: CheckoutCart): Promise<CheckoutAnswer[]> {
  const body = JSON.stringify({ rate: rateOf(shop, cart) });
  const active = [...shop.carrierServices.values()].filter((service) => service.active);
  return Promise.all(active.map(({ name, callbackUrl }) => ask(name, callbackUrl, body)));
}

async function ask(name: string, url: string, body: string): Promise<CheckoutAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(readTimeoutMs),
    });
    const answer = (await response.json().catch(() => null)) as { rates?: CheckoutRate[] } | null;
    return { carrierService: name, status: response.status, rates: response.ok ? (answer?.rates ?? null) : null };
  } catch {
    return { carrierService: name, status: null, rates: null };
  }
}

function rateOf(shop: ShopState, cart: CheckoutCart) {
  const [origin] = shop.locations.values();
  const [first] = shop.variants.values();
  const lines = cart.lines ?? [{ sku: first?.sku ?? '', quantity: 1 }];
  const items = lines.map(({ sku, quantity }) => itemOf(shop, sku, quantity));
  const cents = items.reduce((sum, item) => sum + item.price * item.quantity, 0);
  const discount = cart.discountCents ?? 0;
  const place = (named: Record<string, unknown>) => ({ address2: null, address3: null, fax: null, ...named });
  return {
    origin: place({
      ...{ country: origin?.countryCode, postal_code: origin?.zip, province: origin?.provinceCode, city: origin?.city },
    }),
    destination: place({
      ...{ country: cart.countryCode ?? 'ZA', postal_code: cart.zip ?? null, province: cart.provinceCode ?? null },
      ...{ city: cart.city ?? null, name: 'Thandi Nkosi', phone: cart.phone ?? null, address_type: null },
      ...{ address1: cart.address1 ?? '1 Main Road', address2: cart.address2 ?? null },
    }),
    items,
    currency: shop.currency,
    locale: cart.locale ?? 'en-ZA',
    order_totals: { subtotal_price: cents, total_price: cents - discount, discount_amount: discount },
  };
}

function itemOf(shop: ShopState, sku: string, quantity: number) {
  const variant = [...shop.variants.values()].find((one) => one.sku === sku);
  if (!variant) throw new StoreRefusal(`no product with SKU ${sku}`, 404);
  return {
    ...{ name: variant.title, sku, quantity, vendor: shop.name, taxable: true, requires_shipping: true },
    fulfillment_service: 'manual',
    grams: Math.round((variant.weight?.value ?? 0) * 1000),
    price: Math.round(Number(variant.price) * 100),
    variant_id: Number(variant.id),
  };
}
