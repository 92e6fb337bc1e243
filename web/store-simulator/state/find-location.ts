import type { LocationRecord } from './records.ts';
import { StoreRefusal } from './refusal.ts';
import type { ShopState } from './shop-state.ts';

/** A location by its id or name. */
export function findLocation(shop: ShopState, idOrName: string): LocationRecord {
  const found =
    shop.locations.get(idOrName) ?? [...shop.locations.values()].find((location) => location.name === idOrName);
  if (!found) {
    throw new StoreRefusal(`no location ${idOrName}`, 404);
  }
  return found;
}
