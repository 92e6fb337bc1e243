import { buildAddress } from '../state/add-address.ts';
import type { NewAddress } from '../state/new-order.ts';
import type { AttributeRecord, OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';
import { orderChanged } from './touch.ts';

export interface OrderPatch {
  note?: string | null;
  phone?: string | null;
  email?: string | null;
  tags?: string[];
  customAttributes?: AttributeRecord[];
  /** Fields left out keep their value; null removes the address. */
  shippingAddress?: NewAddress | null;
}

/** What a person edits on the order page; fires `orders/updated`. */
export function updateOrder(shop: ShopState, order: OrderRecord, patch: OrderPatch): OrderRecord {
  if (patch.note !== undefined) {
    order.note = patch.note;
  }
  if (patch.phone !== undefined) {
    order.phone = patch.phone;
  }
  if (patch.email !== undefined) {
    order.email = patch.email;
  }
  if (patch.tags !== undefined) {
    order.tags = [...patch.tags];
  }
  if (patch.customAttributes !== undefined) {
    order.customAttributes = [...patch.customAttributes];
  }
  if (patch.shippingAddress === null) {
    order.shippingAddress = null;
  } else if (patch.shippingAddress !== undefined) {
    order.shippingAddress = changedAddress(shop, order, patch.shippingAddress);
  }
  orderChanged(shop, order);
  return order;
}

/** Shopify often finds the point of an address only minutes after the order was paid; nobody changed anything. */
export function geocodeOrder(
  shop: ShopState,
  order: OrderRecord,
  point: { latitude: number; longitude: number },
): OrderRecord {
  const found = { ...point, coordinatesValidated: true, validationResultSummary: 'NO_ISSUES' as const };
  return updateOrder(shop, order, { shippingAddress: found });
}

/** A person who types a new street loses the coordinates of the old one, as Shopify geocodes anew. */
function changedAddress(shop: ShopState, order: OrderRecord, typed: NewAddress) {
  const old = order.shippingAddress;
  if (!old) {
    return buildAddress(typed, shop.nextId);
  }
  const moved = ['address1', 'address2', 'city', 'zip', 'provinceCode'].some((field) => {
    const value = typed[field as keyof NewAddress];
    return value !== undefined && value !== old[field as keyof typeof old];
  });
  const kept = moved
    ? { ...old, latitude: null, longitude: null, coordinatesValidated: false, validationResultSummary: null }
    : old;
  const sameProvince = typed.provinceCode === undefined || typed.provinceCode === old.provinceCode;
  const { province, ...rest } = kept;
  return buildAddress({ ...rest, ...(sameProvince ? { province } : {}), ...typed }, shop.nextId);
}
