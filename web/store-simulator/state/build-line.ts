import type { NewLine, NewShippingLine } from './new-order.ts';
import type { LineRecord, ShippingLineRecord } from './order-records.ts';
import type { VariantRecord } from './records.ts';
import { StoreRefusal } from './refusal.ts';
import type { ShopState } from './shop-state.ts';

/** A line of an order; a SKU of the catalogue fills in what is left out. */
export function buildLine(shop: ShopState, typed: NewLine, currency: string): LineRecord {
  const variant = [...shop.variants.values()].find((known) => typed.sku !== undefined && known.sku === typed.sku);
  if (typed.sku && !variant && !typed.title) {
    throw new StoreRefusal(`no product with SKU ${typed.sku}`, 404);
  }
  const { price, customAttributes, location: _routed, ...rest } = typed;
  const quantity = typed.quantity ?? 1;
  return {
    ...(variant ? fromCatalogue(variant) : customItem),
    ...rest,
    ...(price === undefined ? {} : { unitPrice: price }),
    kind: 'LineItem',
    id: shop.nextId(),
    quantity,
    currentQuantity: quantity,
    fulfilledQuantity: 0,
    currency,
    customAttributes: [...(customAttributes ?? [])],
  };
}

const customItem = {
  title: 'Custom item',
  variantTitle: null,
  sku: null,
  vendor: null,
  unitPrice: '100.00',
  requiresShipping: true,
  isGiftCard: false,
  weight: { value: 1, unit: 'KILOGRAMS' },
  variant: null,
  product: null,
} as const;

function fromCatalogue(variant: VariantRecord) {
  const { product, sku, price, requiresShipping, weight } = variant;
  return {
    title: product.title,
    variantTitle: variant.title === 'Default Title' ? null : variant.title,
    sku,
    vendor: product.vendor,
    unitPrice: price,
    requiresShipping,
    isGiftCard: product.isGiftCard,
    weight,
    variant,
    product,
  };
}

/** A shipping line; its code is its title unless given, as for Shopify's own methods. */
export function buildShippingLine(shop: ShopState, typed: NewShippingLine): ShippingLineRecord {
  return {
    code: typed.title,
    source: 'shopify',
    carrierIdentifier: null,
    deliveryCategory: null,
    phone: null,
    price: '80.00',
    ...typed,
    id: shop.nextId(),
    isRemoved: false,
    redacted: [],
  };
}
