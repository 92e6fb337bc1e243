import type { Corrections, MappedField, Reason } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { cleanText } from './clean-text.ts';
import { type CoveredLine, fulfilledPieces, keyOf } from './coverage.ts';
import { dayWords, promisedBy } from './delivery-day.ts';
import { methodWords } from './delivery-method.ts';
import { fraudRiskOf } from './fraud-risk.ts';
import { goodsToDeliver, linesToShip } from './goods.ts';
import type { LocationId } from './ids.ts';
import { mapDropoff } from './map-dropoff.ts';
import { locationName, mapPickup } from './map-pickup.ts';
import { found, type MappedValue, toField } from './mapped-value.ts';
import { comparedFields, type OrderWords, orderSays } from './order-says.ts';
import { lineName, mapParcel, type Parcel } from './parcels.ts';
import { type Part, partsOf, piecesOf } from './parts.ts';
import { placementReason } from './placement-reasons.ts';
import { type PlacementRequest, placementRequest, type StoreFields } from './placement-request.ts';
import { provinceName, provinceOf } from './province.ts';
import type { AssignedLocation, FulfillmentOrder, FulfillmentOrderLine, ShopOrder } from './shop-order.ts';
import type { Waiting } from './waiting.ts';

/** The request without the reference, which is given once and stored with the delivery. */
export type MappedRequest = Omit<PlacementRequest, 'order_reference'>;

/** The goods of an order at one pickup location, as one delivery. */
export interface MappedDelivery {
  /** The location's id; `unknown`, `unknown-2`, … where Shopify gives no location behind the snapshot. */
  locationKey: string;
  location: { id: LocationId | null; name: string };
  lines: CoveredLine[];
  /** Why the goods cannot be collected yet; null where they can. */
  waits: Waiting | null;
  /** null when there are problems. */
  request: MappedRequest | null;
  store: StoreFields;
  /** What the order says without any correction. Holds personal data. */
  said: OrderWords;
  /** Every value with its origin in words. Holds personal data. */
  fields: MappedField[];
  /** What a person must fix, each with its `field`; never personal data. */
  problems: Reason[];
}

export interface MappedOrder {
  deliveries: MappedDelivery[];
}

export interface MapContext {
  /** A person's corrections for the delivery at a location; they win over everything else. */
  correctionsFor: (locationKey: string) => Corrections | undefined;
}

/**
 * An order becomes deliveries: one per pickup location, in the order of its oldest fulfilment order. Whether the
 * order may be sent at all is `decide`'s word. Never throws, whatever Shopify gives.
 */
export function mapOrder(order: ShopOrder, settings: Settings, context: MapContext): MappedOrder {
  const pieces = piecesOf(order, goodsToDeliver(order, settings.automation).ready);
  const mapPart = partMapper(order, settings);
  return {
    deliveries: partsOf(pieces, 0).map((part) => mapPart(part, context.correctionsFor(part.locationKey) ?? {})),
  };
}

const requestWithoutReference = placementRequest.omit({ order_reference: true });

/** Maps deliveries of an order's goods. Whom they go to is the same for most of them, and mapped once. */
export function partMapper(order: ShopOrder, settings: Settings) {
  const fulfilled = fulfilledPieces(order);
  const dropoffs = new Map<string, ReturnType<typeof mapDropoff>>();
  const dropoffOf = (goods: readonly FulfillmentOrder[], corrections: Corrections) => {
    const asked = goods.flatMap((one) => [one.contactPhone, one.destinationPhone, one.instructions]);
    const key = JSON.stringify([asked, corrections]);
    const known = dropoffs.get(key) ?? mapDropoff(order, goods, settings, corrections);
    dropoffs.set(key, known);
    return known;
  };
  return (part: Part, corrections: Corrections): MappedDelivery => {
    const [{ location }] = part.fulfillmentOrders;
    const valuesWith = (corrected: Corrections) => ({
      ...mapPickup(location, settings, corrected),
      ...dropoffOf(part.fulfillmentOrders, corrected),
    });
    const uncorrected = valuesWith({});
    const isCorrected = Object.keys(corrections).length > 0;
    return mapPart(order, settings, part, {
      uncorrected,
      values: isCorrected ? valuesWith(corrections) : uncorrected,
      fulfilled,
    });
  };
}

type Values = ReturnType<typeof mapPickup> & ReturnType<typeof mapDropoff>;

function mapPart(
  order: ShopOrder,
  settings: Settings,
  { locationKey, waits, fulfillmentOrders }: Part,
  { uncorrected, values: own, fulfilled }: { uncorrected: Values; values: Values; fulfilled: (key: string) => number },
): MappedDelivery {
  const [{ location }] = fulfillmentOrders;
  const goods = fulfillmentOrders.flatMap((fulfillmentOrder) =>
    linesToShip(fulfillmentOrder).map((line) => ({ fulfillmentOrder, line, parcel: mapParcel(line, settings) })),
  );
  const values: Record<string, MappedValue> = {
    ...own,
    customer_identifier: customerIdentifier(order),
  };
  const named = Object.entries(values);
  const sent = Object.fromEntries(
    named.filter(([, { value }]) => value !== null).map(([key, { value }]) => [key, value]),
  );
  const parsed = requestWithoutReference.safeParse({ ...sent, items: goods.map(({ parcel }) => parcel.item) });
  const problems = named.flatMap(([, { problem }]) => problem ?? []);
  if (!parsed.success && problems.length === 0) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].join(', ');
    problems.push(placementReason('request_not_allowed', { fields }, { field: 'items' }));
  }
  const said = {
    ...orderSays(order, uncorrected),
    ...dayWords(order, settings.automation),
    promised_by: promisedBy(order, fulfillmentOrders),
    ...methodWords(fulfillmentOrders, order, settings.automation.deliveryMethodTexts),
    fraud_risk: fraudRiskOf(order),
  };
  return {
    locationKey,
    location: { id: location.id, name: locationName(location) },
    lines: goods.map(({ fulfillmentOrder, line }) => ({
      fulfillmentOrderId: fulfillmentOrder.id,
      lineId: line.id,
      lineItemId: line.lineItemId,
      quantity: line.remainingQuantity,
      fulfilledBefore: fulfilled(keyOf(line.lineItemId, locationKey)),
    })),
    waits,
    request: parsed.success && problems.length === 0 ? parsed.data : null,
    store: storeFields(location),
    said,
    fields: [...named.map(([field, value]) => asShown(field, value, said)), ...goods.map(itemField)],
    problems,
  };
}

/** What is not usable is shown as the buyer gave it, so that a person can put it right. */
function asShown(field: string, value: MappedValue, said: OrderWords): MappedField {
  const shown = toField(field, value);
  if (value.problem === null) return shown;
  const given = comparedFields.find((one) => one === field);
  // An order has one phone number in several places.
  return given === undefined ? shown : { ...shown, given: [...new Set(said[given].split(', '))].join(', ') || null };
}

function customerIdentifier({ id, customer }: ShopOrder): MappedValue {
  const customerId = cleanText(customer?.id);
  if (/^\d{1,200}$/u.test(customerId)) return found(customerId, "the customer's id in Shopify");
  return found(`order-${cleanText(id)}`.slice(0, 255), 'guest: the id of the order');
}

function storeFields(location: AssignedLocation): StoreFields {
  const province = cleanText(location.province);
  const code = provinceOf(province);
  return {
    id: location.id,
    name: cleanText(location.name) || null,
    region: (code === null ? province : provinceName(code)) || null,
  };
}

function itemField({ line, parcel }: { line: FulfillmentOrderLine; parcel: Parcel }, index: number): MappedField {
  const { item, origin } = parcel;
  const price = item.price === undefined ? '' : `, R ${item.price.toFixed(2)}`;
  const measures = `${item.weight} kg, ${item.height} × ${item.width} × ${item.length} m`;
  const value = `${item.quantity} × ${lineName(line) || 'item'}: ${measures}${item.is_fragile ? ', fragile' : ''}${price}`;
  return { field: `items[${index}]`, value, origin, problem: null };
}
