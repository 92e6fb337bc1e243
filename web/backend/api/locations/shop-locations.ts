import type { LocationsView } from '#api-contract/locations.ts';
import { locationSettings } from '#api-contract/settings.ts';
import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { asAssigned } from '#deliveries/actions/test-order.ts';
import type { ShopLocation } from '#deliveries/ports/shopify.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { mapPickup } from '#placement/map-pickup.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';

const keptMs = 60_000;
const mostKept = 1_000;
/** Newest orders that are asked for their delivery method. */
const asked = 20;

export interface ShopLocations {
  show(shop: ShopRecord): Promise<LocationsView>;
  /** Whether every location that can be collected from has what a pickup needs; false while that is not known. */
  areComplete(shop: ShopRecord): Promise<boolean>;
}

interface Kept {
  at: number;
  locations: ShopLocation[];
}

/** The shop's locations, read from Shopify; the home screen, which asks again and again, is served from memory. */
export function createShopLocations({
  shopify,
  clock,
  logger,
}: Pick<Context, 'shopify' | 'clock' | 'logger'>): ShopLocations {
  const kept = new Map<ShopDomain, Kept>();

  const read = async (shop: ShopDomain): Promise<ShopLocation[]> => {
    const locations = await shopify.listLocations(shop);
    kept.delete(shop);
    kept.set(shop, { at: clock.now(), locations });
    const oldest = kept.keys().next().value;
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return locations;
  };
  const readSometimes = async (shop: ShopDomain): Promise<ShopLocation[]> => {
    const found = kept.get(shop);
    return found && clock.now() - found.at < keptMs ? found.locations : read(shop);
  };

  return {
    async show(shop) {
      const locations = await read(shop.domain);
      const deliveryMethods = await methodsSeen(shop).catch((error: unknown) => {
        logger.warn('delivery methods not read', { code: codeOf(error), shop: shop.domain });
        return [];
      });
      const metafields = await shopify
        .findParcelMetafields(shop.domain, shop.settings.parcel)
        .catch((error: unknown) => {
          logger.warn('metafield definitions not read', { code: codeOf(error), shop: shop.domain });
          return null;
        });
      const shown = [...locations.map((location) => viewOf(location, shop)), ...goneOf(locations, shop)];
      return { locations: shown, deliveryMethods, metafields };
    },
    async areComplete(shop) {
      const locations = await readSometimes(shop.domain).catch(() => []);
      const own = locations.filter(({ isActive, isFulfillmentService }) => isActive && !isFulfillmentService);
      return own.length > 0 && own.every((location) => viewOf(location, shop).missing.length === 0);
    },
  };

  async function methodsSeen(shop: ShopRecord): Promise<string[]> {
    const newest = await shopify.listRecentOrders(shop.domain, asked);
    const orders = await sideBySide(newest, 4, ({ id }) => shopify.readOrder(shop.domain, id, shop.settings.parcel));
    const titles = orders.flatMap((order) => order?.shippingLines.map(({ title }) => title.trim()) ?? []);
    return [...new Set(titles.filter((title) => title !== ''))].sort();
  }
}

function viewOf(location: ShopLocation, shop: ShopRecord): LocationsView['locations'][number] {
  const pickup = mapPickup(asAssigned(location), shop.settings, {});
  const missing = [
    ...(pickup.pickup_address.problem ? ['address'] : []),
    ...(pickup.pickup_contact_name.problem ? ['contactName'] : []),
    ...(pickup.pickup_contact_phone.problem ? ['contactPhone'] : []),
  ];
  const { id, name, phone, isActive, isFulfillmentService } = location;
  return {
    id,
    name,
    address: pickup.pickup_address.value ?? partsOf(location),
    phone,
    coordinates: pickup.pickup_coordinates.value,
    isActive,
    isFulfillmentService,
    missing,
  };
}

const nothing = JSON.stringify(locationSettings.parse({}));

/** Locations that settings name and Shopify no longer has: unseen, their hours and the choice of them would count for good. */
function goneOf(listed: readonly ShopLocation[], { settings }: ShopRecord): LocationsView['locations'] {
  const kept = Object.entries(settings.locations).filter(([, own]) => JSON.stringify(own) !== nothing);
  const named = new Set([...kept.map(([id]) => id), ...settings.automation.locationIds]);
  for (const { id } of listed) named.delete(id);
  const facts = { phone: null, coordinates: null, isActive: false, isFulfillmentService: false, missing: [] };
  return [...named].map((id) => ({ id, name: `#${id}`, address: '', ...facts }));
}

/** What there is of an incomplete address. */
function partsOf({ address1, address2, city, province, zip, country }: ShopLocation): string {
  return [address1, address2, city, province, zip, country].filter((part) => part).join(', ');
}
