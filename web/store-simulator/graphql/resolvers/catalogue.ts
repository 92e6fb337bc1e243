import { gid } from '../../state/gid.ts';
import type { ProductRecord, VariantRecord } from '../../state/records.ts';
import { field, plain } from '../field.ts';
import { legacyIdFields } from './identity.ts';
import { ownerFields } from './metafield.ts';

export const catalogueTypes = {
  Product: {
    ...legacyIdFields,
    ...ownerFields,
    ...plain<ProductRecord>('title', 'handle', 'vendor', 'productType', 'tags', 'isGiftCard'),
  },
  ProductVariant: {
    ...legacyIdFields,
    ...ownerFields,
    ...plain<VariantRecord>('title', 'sku', 'price', 'product'),
    displayName: field((variant: VariantRecord) => `${variant.product.title} - ${variant.title}`),
    inventoryItem: field((variant: VariantRecord) => variant),
  },
  InventoryItem: {
    id: field((variant: VariantRecord) => gid('InventoryItem', variant.inventoryItemId)),
    legacyResourceId: field((variant: VariantRecord) => variant.inventoryItemId),
    ...plain<VariantRecord>('sku', 'requiresShipping'),
    measurement: field((variant: VariantRecord) => variant),
  },
  InventoryItemMeasurement: {
    id: field((variant: VariantRecord) => gid('InventoryItemMeasurement', variant.inventoryItemId)),
    ...plain<VariantRecord>('weight'),
  },
};
