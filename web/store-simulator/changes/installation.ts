import { gid } from '../state/gid.ts';
import type { CustomerRecord } from '../state/records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { restTime } from '../webhooks/rest-time.ts';

/** The merchant removes the app. The event goes out before the shop stops talking to it. */
export function uninstall(shop: ShopState): void {
  if (!shop.installed) {
    throw new StoreRefusal(`the app is not installed in ${shop.domain}`);
  }
  shop.publish([
    {
      topic: 'app/uninstalled',
      body: {
        id: BigInt(shop.id),
        name: shop.name,
        email: shop.email,
        domain: shop.myshopifyDomain,
        country: 'ZA',
        country_code: 'ZA',
        country_name: 'South Africa',
        currency: shop.currency,
        iana_timezone: shop.ianaTimezone,
        myshopify_domain: shop.myshopifyDomain,
        plan_name: 'basic',
        created_at: restTime(shop.now(), shop.ianaTimezone),
        updated_at: restTime(shop.now(), shop.ianaTimezone),
      },
    },
  ]);
  shop.installed = false;
  shop.carrierServices.clear();
}

/** The merchant installs the app (again). */
export function install(shop: ShopState): void {
  if (shop.installed) {
    throw new StoreRefusal(`the app is installed in ${shop.domain} already`);
  }
  shop.installed = true;
  shop.installedAt = shop.now();
}

/** Grants other scopes; fires `app/scopes_update`. */
export function updateScopes(shop: ShopState, scopes: string[]): void {
  const previous = shop.scopes;
  shop.scopes = [...scopes];
  shop.publish([
    {
      topic: 'app/scopes_update',
      body: {
        id: BigInt(shop.appId),
        shop_id: gid('Shop', shop.id),
        previous,
        current: shop.scopes,
        updated_at: new Date(shop.now()).toISOString(),
      },
    },
  ]);
}

/** `shop/redact`, which Shopify sends 48 h after an uninstall. */
export function redactShop(shop: ShopState): void {
  shop.publish([{ topic: 'shop/redact', body: { shop_id: BigInt(shop.id), shop_domain: shop.myshopifyDomain } }]);
}

/** `customers/data_request` or `customers/redact` for a customer and all orders of theirs. */
export function askAboutCustomer(
  shop: ShopState,
  customer: CustomerRecord,
  topic: 'customers/data_request' | 'customers/redact',
): void {
  const orders = [...shop.orders.values()]
    .filter((order) => order.customer === customer)
    .map((order) => BigInt(order.id));
  shop.publish([
    {
      topic,
      body: {
        shop_id: BigInt(shop.id),
        shop_domain: shop.myshopifyDomain,
        customer: { id: BigInt(customer.id), email: customer.email, phone: customer.phone },
        ...(topic === 'customers/redact'
          ? { orders_to_redact: orders }
          : { orders_requested: orders, data_request: { id: BigInt(shop.nextId()) } }),
      },
    },
  ]);
}
