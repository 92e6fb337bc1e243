import { addOrder } from '../changes/add.ts';
import { assessRisk } from '../changes/assess-risk.ts';
import { cancelOrder } from '../changes/cancel.ts';
import { deleteOrder } from '../changes/delete.ts';
import { editOrder } from '../changes/edit.ts';
import { cancelFulfilment, fulfilByHand } from '../changes/fulfil.ts';
import { changeFulfillmentOrder } from '../changes/fulfillment-order.ts';
import { askAboutCustomer, install, redactShop, uninstall, updateScopes } from '../changes/installation.ts';
import { addLocation, updateLocation } from '../changes/location.ts';
import { payOrder } from '../changes/pay.ts';
import { refundOrder } from '../changes/refund.ts';
import { findOrder } from '../changes/touch.ts';
import { geocodeOrder, updateOrder } from '../changes/update.ts';
import { namespaceOf } from '../graphql/resolvers/metafield.ts';
import { issueBuyerToken, issueSessionToken } from '../oauth/issue-session-token.ts';
import { launchQuery } from '../oauth/launch-query.ts';
import { findLocation } from '../state/find-location.ts';
import { gid, parseGid } from '../state/gid.ts';
import { defineMetafield, setMetafield } from '../state/metafields.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { OwnerRecord } from '../state/records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreControls } from '../store-simulator.ts';
import type { StoreWorld } from '../store-world.ts';
import { askForRates } from '../storefront/checkout-rates.ts';
import { sendRawWebhook } from '../webhooks/send-raw-webhook.ts';
import { viewOrder } from './order-view.ts';

/** The steering calls over a world; every answer is plain JSON, so that they work over HTTP as they are. */
export function createControls(world: StoreWorld): StoreControls {
  return { ...shopControls(world), ...orderControls(world), ...webhookControls(world), faults: world.faults };
}

function orderControls(world: StoreWorld) {
  const change = <Args extends unknown[]>(
    action: (shop: ShopState, order: OrderRecord, ...args: Args) => OrderRecord,
  ) => {
    return (domain: string, reference: string | number, ...args: Args) => {
      const shop = world.shop(domain);
      return viewOrder(shop, action(shop, findOrder(shop, reference), ...args));
    };
  };
  return {
    addOrder: (domain, order = {}) => {
      const shop = world.shop(domain);
      return viewOrder(shop, addOrder(shop, order));
    },
    order: change((_shop, order) => order),
    orders: (domain) => {
      const shop = world.shop(domain);
      return [...shop.orders.values()].map((order) => viewOrder(shop, order));
    },
    payOrder: change(payOrder),
    updateOrder: change(updateOrder),
    geocodeOrder: change(geocodeOrder),
    cancelOrder: change(cancelOrder),
    deleteOrder: (domain, reference) => {
      const shop = world.shop(domain);
      deleteOrder(shop, findOrder(shop, reference));
    },
    refundOrder: change(refundOrder),
    editOrder: change(editOrder),
    assessRisk: change(assessRisk),
    fulfilOrder: change(fulfilByHand),
    cancelFulfilment: change(cancelFulfilment),
    changeFulfillmentOrder: change((shop, order, typed, index = 0) => {
      const fulfillmentOrder = order.fulfillmentOrders[index];
      if (!fulfillmentOrder) {
        throw new StoreRefusal(`${order.name} has no fulfilment order ${index}`, 404);
      }
      return changeFulfillmentOrder(shop, fulfillmentOrder, typed).order;
    }),
  } satisfies Partial<StoreControls>;
}

function shopControls(world: StoreWorld) {
  return {
    setAppUrl: (url) => {
      world.appUrl = url;
    },
    setOutsideLink: (link) => {
      world.outsideLink = link;
    },
    addShop: (options) => {
      const { id, domain } = world.addShop(options);
      return { id, domain };
    },
    shops: () =>
      [...world.shops.values()].map(({ id, domain, name, installed, scopes }) => ({
        id,
        domain,
        name,
        installed,
        scopes,
      })),
    variant: (domain, sku) => {
      const found = [...world.shop(domain).variants.values()].find((variant) => variant.sku === sku);
      if (!found) {
        throw new StoreRefusal(`no product with SKU ${sku}`, 404);
      }
      return gid(found.kind, found.id);
    },
    defineMetafield: (domain, definition) => defineMetafield(world.shop(domain), definition),
    setMetafield: (domain, ownerGid, entry) => {
      const shop = world.shop(domain);
      if (namespaceOf(shop, entry.namespace).startsWith('app--')) {
        throw new StoreRefusal('only the app itself writes to its own namespace', 403);
      }
      setMetafield(shop, ownerOf(shop, ownerGid), { ...entry, namespace: namespaceOf(shop, entry.namespace) });
    },
    locations: (domain) => [...world.shop(domain).locations.values()],
    addLocation: (domain, location) => addLocation(world.shop(domain), location),
    updateLocation: (domain, idOrName, patch) => {
      const shop = world.shop(domain);
      return updateLocation(shop, findLocation(shop, idOrName), patch);
    },
    checkoutRates: (domain, cart = {}) => askForRates(world.shop(domain), cart),
    carrierServices: (domain) => [...world.shop(domain).carrierServices.values()],
    setCarrierCalculatedRates: (domain, has) => {
      world.shop(domain).carrierCalculatedRates = has;
    },
    flowTriggers: (domain) => world.shop(domain).flowTriggers,
    renameShop: (domain, name) => {
      const shop = world.shop(domain);
      if ((world.find(name) ?? shop) !== shop) {
        throw new StoreRefusal(`${name} exists already`);
      }
      shop.myshopifyDomain = name;
    },
    install: (domain) => install(world.shop(domain)),
    uninstall: (domain) => {
      uninstall(world.shop(domain));
      world.vault.revoke(world.shop(domain).domain);
    },
    updateScopes: (domain, scopes) => updateScopes(world.shop(domain), scopes),
    redactShop: (domain) => redactShop(world.shop(domain)),
    requestCustomerData: (domain, id) => askAbout(world.shop(domain), id, 'customers/data_request'),
    redactCustomer: (domain, id) => askAbout(world.shop(domain), id, 'customers/redact'),
    sessionToken: (domain, overrides) => issueSessionToken(world, world.shop(domain), overrides),
    buyerToken: (domain, customerId, overrides) => issueBuyerToken(world, world.shop(domain), customerId, overrides),
    launchQuery: (domain) => launchQuery(world, world.shop(domain)).toString(),
    expireAccessTokens: (domain) => world.vault.expireAccess(world.shop(domain).domain),
    tokenRequests: (domain) => world.tokenRequests.get(world.shop(domain).domain) ?? [],
    calls: (domain) => world.calls.get(world.shop(domain).domain) ?? [],
  } satisfies Partial<StoreControls>;
}

function webhookControls(world: StoreWorld) {
  return {
    webhookLog: (domain) => world.sender.log(world.shop(domain).domain),
    sendWebhook: (domain, webhook) => sendRawWebhook(world, world.shop(domain), webhook),
    resendWebhook: (webhookId) => world.sender.resend(webhookId),
    webhooksSettled: () => world.sender.settled(),
  } satisfies Partial<StoreControls>;
}

function askAbout(shop: ShopState, id: string, topic: 'customers/data_request' | 'customers/redact'): void {
  const customer = shop.customers.get(id);
  if (!customer) {
    throw new StoreRefusal(`no customer ${id}`, 404);
  }
  askAboutCustomer(shop, customer, topic);
}

function ownerOf(shop: ShopState, ownerGid: string): OwnerRecord {
  const parts = parseGid(ownerGid);
  const lists: Record<string, Map<string, OwnerRecord>> = {
    Order: shop.orders,
    Product: shop.products,
    ProductVariant: shop.variants,
    Location: shop.locations,
    Customer: shop.customers,
  };
  const owner = parts ? lists[parts.type]?.get(parts.id) : undefined;
  if (!owner) {
    throw new StoreRefusal(`nothing at ${ownerGid}`, 404);
  }
  return owner;
}
