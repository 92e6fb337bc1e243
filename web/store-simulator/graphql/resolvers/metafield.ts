import { createHash } from 'node:crypto';
import { gid } from '../../state/gid.ts';
import type { MetafieldDefinitionRecord, MetafieldRecord, OwnerRecord } from '../../state/records.ts';
import type { ShopState } from '../../state/shop-state.ts';
import { listConnection, type PageArgs, pageArgs } from '../connection.ts';
import { badRequest } from '../errors.ts';
import { field, plain } from '../field.ts';
import { idField, legacyIdFields } from './identity.ts';

/** The real name of a namespace: `$app` and `$app:x` are reserved for the app; left out means `$app`. */
export function namespaceOf(shop: ShopState, namespace: string | null | undefined): string {
  if (namespace == null || namespace === '$app') {
    return `app--${shop.appId}`;
  }
  if (namespace.startsWith('$app:')) {
    return `app--${shop.appId}--${namespace.slice('$app:'.length)}`;
  }
  return namespace;
}

/** What `compareDigest` of a later write must say, so that nothing in between is overwritten. */
export function digest(metafield: Pick<MetafieldRecord, 'type' | 'value'>): string {
  return createHash('sha256')
    .update(JSON.stringify([metafield.type, metafield.value]))
    .digest('hex');
}

/** Metafields of an owner, oldest first. */
export function metafieldsOf(shop: ShopState, owner: OwnerRecord): MetafieldRecord[] {
  return [...(shop.metafields.get(gid(owner.kind, owner.id))?.values() ?? [])];
}

/** `metafield` and `metafields` of everything that can own some. */
export const ownerFields = {
  metafield: field<OwnerRecord, { namespace?: string | null; key: string }>(
    (owner, { namespace, key }, { shop }) => {
      const wanted = namespaceOf(shop, namespace);
      return metafieldsOf(shop, owner).find((one) => one.namespace === wanted && one.key === key) ?? null;
    },
    ['namespace', 'key'],
  ),
  metafields: field<OwnerRecord, PageArgs & { namespace?: string | null; keys?: string[] | null }>(
    (owner, args, { shop }) => {
      if (args.keys && args.namespace) {
        throw badRequest('keys and namespace cannot both be given');
      }
      const namespace = args.namespace == null ? null : namespaceOf(shop, args.namespace);
      const keys = args.keys?.map((key) => {
        const dot = key.lastIndexOf('.');
        return `${namespaceOf(shop, key.slice(0, dot))}.${key.slice(dot + 1)}`;
      });
      return listConnection(
        metafieldsOf(shop, owner).filter(
          (one) =>
            (namespace === null || one.namespace === namespace) &&
            (!keys || keys.includes(`${one.namespace}.${one.key}`)),
        ),
        args,
      );
    },
    [...pageArgs, 'namespace', 'keys'],
  ),
};

export const metafieldTypes = {
  MetafieldDefinition: {
    ...idField,
    ...plain<MetafieldDefinitionRecord>('name', 'namespace', 'key', 'ownerType'),
    type: field((definition: MetafieldDefinitionRecord) => definition),
  },
  MetafieldDefinitionType: { name: field((definition: MetafieldDefinitionRecord) => definition.type) },
  Metafield: {
    ...legacyIdFields,
    ...plain<MetafieldRecord>('namespace', 'key', 'type', 'value', 'owner', 'createdAt', 'updatedAt'),
    compareDigest: field((metafield: MetafieldRecord) => digest(metafield)),
    sizeInBytes: field((metafield: MetafieldRecord) => Buffer.byteLength(metafield.value)),
    ownerType: field((metafield: MetafieldRecord) =>
      metafield.owner.kind === 'ProductVariant' ? 'PRODUCTVARIANT' : metafield.owner.kind.toUpperCase(),
    ),
    jsonValue: field((metafield: MetafieldRecord) =>
      ['json', 'boolean', 'number_integer', 'number_decimal'].includes(metafield.type)
        ? (JSON.parse(metafield.value) as unknown)
        : metafield.value,
    ),
  },
};
