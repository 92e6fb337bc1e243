import type { LocationId } from '#placement/ids.ts';
import { mapPickup } from '#placement/map-pickup.ts';
import { orderReference } from '#placement/order-reference.ts';
import { placementRequest } from '#placement/placement-request.ts';
import type { AssignedLocation } from '#placement/shop-order.ts';
import { slotText } from '#placement/slot-text.ts';
import type { PlaceOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopLocation } from '../ports/shopify.ts';
import type { ShopRecord } from '../ports/stores.ts';

/** What a person is told, and the reference where something was sent. */
export interface TestOrderResult {
  ok: boolean;
  message: string;
  reference: string | null;
}

const notSent = (message: string): TestOrderResult => ({ ok: false, message, reference: null });

/**
 * Places one made-up delivery, from the shop's first complete location to itself, with the test key at the test service:
 * proof that key, address and location work. The live service is never called.
 *
 * @throws AppError where Shopify's locations cannot be read.
 */
export async function placeTestOrder(
  ports: Pick<Ports, 'courier' | 'shopify' | 'clock' | 'random'>,
  shop: ShopRecord,
): Promise<TestOrderResult> {
  const account = shop.accounts.test;
  if (!account) return notSent('There is no test key yet. Enter one under Settings.');
  const locations = await ports.shopify.listLocations(shop.domain);
  const number = ports.clock.now() * 1000 + Math.floor(ports.random.next() * 1000);
  const reference = orderReference({ number, index: 0, prefix: '', testMode: true });
  const found = locations.map((location) => requestAt(location, shop, reference)).find((request) => request !== null);
  if (!found) return notSent('No location has all that a pickup needs: an address and a phone number. See Settings.');
  const { request, location } = found;
  const store = { id: location.id, name: location.name, region: location.province };
  const outcome = await ports.courier.place(
    { mode: 'test', apiKey: account.apiKey },
    ports.courier.freeze(request, store),
  );
  return { ...told(outcome, shop, ports.courier.timeZone), reference };
}

function requestAt(location: ShopLocation, shop: ShopRecord, reference: string) {
  if (!location.isActive || location.isFulfillmentService) return null;
  const pickup = mapPickup(asAssigned(location), shop.settings, {});
  const value = (name: keyof typeof pickup) => pickup[name].value ?? undefined;
  const { weightKg, heightM, widthM, lengthM } = shop.settings.parcel;
  const parsed = placementRequest.safeParse({
    pickup_address: value('pickup_address'),
    pickup_contact_name: value('pickup_contact_name'),
    pickup_contact_phone: value('pickup_contact_phone'),
    pickup_coordinates: value('pickup_coordinates'),
    dropoff_address: value('pickup_address'),
    dropoff_contact_name: value('pickup_contact_name'),
    dropoff_contact_phone: value('pickup_contact_phone'),
    dropoff_coordinates: value('pickup_coordinates'),
    dropoff_remarks: 'TEST ORDER: do not deliver.',
    customer_identifier: 'test-order',
    order_reference: reference,
    items: [{ weight: weightKg, height: heightM, width: widthM, length: lengthM, quantity: 1, name: 'Test parcel' }],
  });
  return parsed.success ? { request: parsed.data, location } : null;
}

/** A location as an order's goods would be assigned to it. */
export function asAssigned(location: ShopLocation): AssignedLocation {
  const { isActive: _isActive, ...rest } = location;
  return { ...rest, id: location.id as LocationId, countryCode: null };
}

function told(outcome: PlaceOutcome, shop: ShopRecord, timeZone: string): { ok: boolean; message: string } {
  switch (outcome.kind) {
    case 'placed': {
      const { slot, deliveryId } = outcome.delivery;
      const when = slotText(slot, { timeZone, shopTimeZone: shop.timeZone, deliveryId });
      return { ok: true, message: `The test service took the order: ${when}.` };
    }
    case 'account_refused':
      return { ok: false, message: `The test service refused the key or the address. ${outcome.message}`.trim() };
    case 'refused':
      return { ok: false, message: `The test service refused the order. ${outcome.message}`.trim() };
    default:
      return { ok: false, message: `The test service gave no clear answer. ${outcome.message}`.trim() };
  }
}
