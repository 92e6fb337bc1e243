import { gid } from './gid.ts';
import type { MetafieldDefinitionRecord, MetafieldRecord, OwnerRecord } from './records.ts';
import type { ShopState } from './shop-state.ts';

export type NewMetafieldDefinition = Omit<MetafieldDefinitionRecord, 'kind' | 'id'>;

/** Defines a metafield, as the merchant does under Settings, Custom data. */
export function defineMetafield(shop: ShopState, typed: NewMetafieldDefinition): void {
  shop.metafieldDefinitions.push({ kind: 'MetafieldDefinition', id: shop.nextId(), ...typed });
}

/** Writes a metafield of an owner; the namespace is the real one (`app--…`). Tells nobody. */
export function setMetafield(
  shop: ShopState,
  owner: OwnerRecord,
  entry: { namespace: string; key: string; type: string; value: string },
): MetafieldRecord {
  const ownerId = gid(owner.kind, owner.id);
  const list = shop.metafields.get(ownerId) ?? new Map<string, MetafieldRecord>();
  shop.metafields.set(ownerId, list);
  const name = `${entry.namespace}.${entry.key}`;
  const existing = list.get(name);
  const written: MetafieldRecord = {
    kind: 'Metafield',
    id: existing?.id ?? shop.nextId(),
    ...entry,
    owner,
    createdAt: existing?.createdAt ?? shop.now(),
    updatedAt: shop.now(),
  };
  list.set(name, written);
  return written;
}
