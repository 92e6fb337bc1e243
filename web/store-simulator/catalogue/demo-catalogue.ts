import { addLocation } from '../changes/location.ts';
import { defineMetafield, setMetafield } from '../state/metafields.ts';
import type { ProductRecord, VariantRecord, WeightRecord } from '../state/records.ts';
import type { ShopState } from '../state/shop-state.ts';

/** Names of the two locations, for orders that say where from. */
export const capeTown = 'Cape Town studio';
export const johannesburg = 'Johannesburg warehouse';

interface CatalogueEntry {
  title: string;
  productType: string;
  tags?: string[];
  isGiftCard?: boolean;
  requiresShipping?: boolean;
  /** Metres, in the merchant's own metafield on the product. */
  parcel?: { height: number; width: number; length: number };
  variants: { title?: string; sku: string; price: string; weight: WeightRecord }[];
}

const kg = (value: number): WeightRecord => ({ value, unit: 'KILOGRAMS' });
const grams = (value: number): WeightRecord => ({ value, unit: 'GRAMS' });

const entries: CatalogueEntry[] = [
  {
    title: 'Stovetop Kettle 2 L',
    productType: 'Kettles',
    parcel: { height: 0.28, width: 0.22, length: 0.24 },
    variants: [
      { title: 'Matte black', sku: 'KET-BLK', price: '899.00', weight: kg(1.4) },
      { title: 'Copper', sku: 'KET-COP', price: '1099.00', weight: kg(1.5) },
    ],
  },
  {
    title: 'Gooseneck Kettle 1 L',
    productType: 'Kettles',
    variants: [{ sku: 'KET-GOOSE', price: '749.00', weight: grams(980) }],
  },
  {
    title: 'Porcelain Teapot',
    productType: 'Tableware',
    tags: ['fragile', 'gift'],
    variants: [{ sku: 'POT-WHT', price: '465.00', weight: grams(720) }],
  },
  {
    title: 'Set of 4 Stoneware Mugs',
    productType: 'Tableware',
    tags: ['fragile'],
    variants: [
      { title: 'Sand', sku: 'MUG-SAND', price: '520.00', weight: kg(1.6) },
      { title: 'Karoo blue', sku: 'MUG-BLUE', price: '520.00', weight: kg(1.6) },
    ],
  },
  {
    title: 'Rooibos Loose Leaf 250 g',
    productType: 'Tea',
    variants: [{ sku: 'TEA-ROO', price: '89.00', weight: grams(260) }],
  },
  {
    title: 'Imported Honey',
    productType: 'Pantry',
    variants: [
      { title: '12 oz jar', sku: 'HON-12OZ', price: '145.00', weight: { value: 12, unit: 'OUNCES' } },
      { title: '3 lb tub', sku: 'HON-3LB', price: '410.00', weight: { value: 3, unit: 'POUNDS' } },
    ],
  },
  {
    title: 'Linen Tea Towel',
    productType: 'Textiles',
    // Never weighed: the merchant left the field empty.
    variants: [{ sku: 'TOW-LIN', price: '120.00', weight: kg(0) }],
  },
  {
    title: 'Gift Card R500',
    productType: 'Gift cards',
    isGiftCard: true,
    requiresShipping: false,
    variants: [{ sku: 'GIFT-500', price: '500.00', weight: kg(0) }],
  },
  {
    title: 'Brewing Guide (PDF)',
    productType: 'Downloads',
    requiresShipping: false,
    variants: [{ sku: 'PDF-BREW', price: '60.00', weight: kg(0) }],
  },
  {
    title: 'Moka Pot 6 Cup',
    productType: 'Coffee',
    variants: [{ sku: 'POT-MOKA', price: '689.00', weight: grams(850) }],
  },
  {
    title: 'Hand Grinder',
    productType: 'Coffee',
    variants: [{ sku: 'GRIND', price: '1249.00', weight: grams(640) }],
  },
  {
    title: 'House Blend Beans 1 kg',
    productType: 'Coffee',
    variants: [{ sku: 'BEAN-1KG', price: '310.00', weight: kg(1) }],
  },
  {
    title: 'Buttermilk Rusks 500 g',
    productType: 'Pantry',
    variants: [{ sku: 'RUSK', price: '74.50', weight: grams(520) }],
  },
  {
    title: 'Cast-iron Potjie No. 2',
    productType: 'Cookware',
    parcel: { height: 0.3, width: 0.32, length: 0.32 },
    variants: [{ sku: 'POTJIE-2', price: '1195.00', weight: kg(7.4) }],
  },
];

/** A small South African homeware shop: two locations, fourteen products. */
export function addCatalogue(shop: ShopState): void {
  addLocation(
    shop,
    {
      name: capeTown,
      address1: '109 Kloof Street',
      address2: 'Gardens',
      city: 'Cape Town',
      provinceCode: 'WC',
      zip: '8001',
      phone: '+27 21 422 3301',
      latitude: -33.9312,
      longitude: 18.4102,
    },
    true,
  );
  addLocation(
    shop,
    {
      name: johannesburg,
      address1: '44 Stanley Avenue',
      address2: 'Milpark',
      city: 'Johannesburg',
      provinceCode: 'GP',
      zip: '2092',
      phone: '011 482 4400',
    },
    true,
  );
  defineMetafield(shop, { ownerType: 'PRODUCT', namespace: 'custom', key: 'parcel', name: 'Parcel', type: 'json' });
  for (const entry of entries) {
    addProduct(shop, entry);
  }
}

function addProduct(shop: ShopState, entry: CatalogueEntry): void {
  const product: ProductRecord = {
    kind: 'Product',
    id: shop.nextId(),
    title: entry.title,
    handle: entry.title.toLowerCase().replaceAll(/\W+/g, '-'),
    vendor: shop.name,
    productType: entry.productType,
    tags: [...(entry.tags ?? [])],
    isGiftCard: entry.isGiftCard ?? false,
  };
  shop.products.set(product.id, product);
  for (const typed of entry.variants) {
    const variant: VariantRecord = {
      kind: 'ProductVariant',
      id: shop.nextId(),
      inventoryItemId: shop.nextId(),
      product,
      title: typed.title ?? 'Default Title',
      sku: typed.sku,
      price: typed.price,
      weight: typed.weight,
      requiresShipping: entry.requiresShipping ?? true,
    };
    shop.variants.set(variant.id, variant);
  }
  if (entry.parcel) {
    setMetafield(shop, product, {
      namespace: 'custom',
      key: 'parcel',
      type: 'json',
      value: JSON.stringify(entry.parcel),
    });
  }
}
