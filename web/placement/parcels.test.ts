import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { lineName, mapParcel, unusableMeasures } from './parcels.ts';
import { placementReason } from './placement-reasons.ts';
import type { PlacementItem } from './placement-request.ts';
import type { FulfillmentOrderLine } from './shop-order.ts';
import { exampleLine } from './testing/example-order.ts';

const triple = '{"height":0.1,"width":0.2,"length":0.4}';

describe('mapParcel', () => {
  it('writes a whole parcel with the origin of its values', () => {
    expect(mapParcel(exampleLine(), defaultSettings)).toEqual({
      item: {
        weight: 0.5,
        height: 0.2,
        width: 0.2,
        length: 0.3,
        quantity: 2,
        name: 'Mug – Blue',
        is_fragile: false,
        price: 149.95,
      },
      origin: 'weight: order line; measures: default parcel; fragile: no; price: unit price in shop money',
    });
  });

  it.each<[string, Partial<FulfillmentOrderLine>, Partial<PlacementItem>]>([
    ['grams', { weight: { value: 250, unit: 'GRAMS' } }, { weight: 0.25 }],
    ['kilograms', { weight: { value: 2.5, unit: 'KILOGRAMS' } }, { weight: 2.5 }],
    ['ounces', { weight: { value: 10, unit: 'OUNCES' } }, { weight: 0.283495 }],
    ['pounds', { weight: { value: 2, unit: 'POUNDS' } }, { weight: 0.907185 }],
    ['no weight: the default', { weight: null }, { weight: 1 }],
    ['zero weight: the default', { weight: { value: 0, unit: 'GRAMS' } }, { weight: 1 }],
    ['negative weight: the default', { weight: { value: -3, unit: 'KILOGRAMS' } }, { weight: 1 }],
    ['weight that is no number: the default', { weight: { value: Number.NaN, unit: 'GRAMS' } }, { weight: 1 }],
    ['what remains of the quantity', { remainingQuantity: 1, totalQuantity: 2 }, { quantity: 1 }],
    [
      'the variant’s measures',
      { variantParcel: triple, productParcel: '{}' },
      { height: 0.1, width: 0.2, length: 0.4 },
    ],
    [
      'the product’s measures',
      { variantParcel: 'junk', productParcel: triple },
      { height: 0.1, width: 0.2, length: 0.4 },
    ],
    [
      'junk in both: the default',
      { variantParcel: '[1]', productParcel: '"x"' },
      { height: 0.2, width: 0.2, length: 0.3 },
    ],
    ['fragile by tag, whatever its case', { productTags: ['new', ' FRAGILE '] }, { is_fragile: true }],
    ['fragile by metafield', { fragile: 'True' }, { is_fragile: true }],
    ['not fragile by metafield', { fragile: 'false' }, { is_fragile: false }],
    ['a price rounded to cents', { unitPrice: { amount: 19.999, currency: 'ZAR' } }, { price: 20 }],
    ['a free gift', { unitPrice: { amount: 0, currency: 'ZAR' } }, { price: 0 }],
  ])('%s', (_guarantee, changes, item) => {
    expect(mapParcel(exampleLine(changes), defaultSettings).item).toMatchObject(item);
  });

  it.each<[string, Partial<FulfillmentOrderLine>]>([
    ['other currencies', { unitPrice: { amount: 10, currency: 'USD' } }],
    ['no price', { unitPrice: null }],
    ['negative prices', { unitPrice: { amount: -1, currency: 'ZAR' } }],
    ['prices that are no number', { unitPrice: { amount: Number.NaN, currency: 'ZAR' } }],
  ])('leaves out %s', (_what, changes) => {
    expect(mapParcel(exampleLine(changes), defaultSettings).item).not.toHaveProperty('price');
  });

  it('takes an empty fragile tag for none', () => {
    expect(mapParcel(exampleLine({ productTags: [''] }), { ...defaultSettings, fragileTag: ' ' }).item.is_fragile).toBe(
      false,
    );
  });

  it('leaves out an empty name', () => {
    expect(mapParcel(exampleLine({ title: '\u0000', variantTitle: null }), defaultSettings).item).not.toHaveProperty(
      'name',
    );
  });
});

describe('a metafield of measures', () => {
  it.each<[variant: string | null, product: string | null, unusable: string | null]>([
    ['10 x 10 x 1200 cm', null, '10 x 10 x 1200 cm'],
    ['', ' 10 x 20 x 3000 ', '10 x 20 x 3000'],
    ['{"height": 0.1, "width": 0.2, "length": 30}', null, '{"height": 0.1, "width": 0.2, "length": 30}'],
    [null, 'a large box', null],
    ['10 x 20', null, null],
    ['[1]', '"x"', null],
    [triple, 'junk', null],
    ['null', '10 x 20 x 30 cm', null],
    ['[]', '{}', null],
    [null, ' ', null],
    ['see product', '10 x 20 x 1200 cm', '10 x 20 x 1200 cm'],
    ['see product', triple, null],
    ['10 x 20 x 30', triple, '10 x 20 x 30'],
    [`1x2x${'3'.repeat(96)}`, null, `1x2x${'3'.repeat(55)}…`],
  ])('%j of the variant and %j of the product cannot be used as %j', (variantParcel, productParcel, unusable) => {
    expect(unusableMeasures(exampleLine({ variantParcel, productParcel }))).toBe(unusable);
  });

  it.each([
    ['10 x 20 x 30 cm', 'measures: metafield of the product', 'the measures of the product'],
    [null, 'measures: default parcel', 'the default parcel'],
  ])('a person is told what Send uses meanwhile, with %j of the product', (productParcel, origin, words) => {
    const line = exampleLine({ variantParcel: '10 x 10 x 1200 cm', productParcel });
    expect(mapParcel(line, defaultSettings).origin).toContain(origin);
    const params = { metafield: 'custom.parcel', item: 'Mug', text: '10 x 10 x 1200 cm' };
    expect(placementReason('parcel_unreadable', params).nextStep).toContain(words);
  });
});

describe('lineName', () => {
  it.each([
    ['Mug', 'Blue', 'Mug – Blue'],
    ['Mug', 'Default Title', 'Mug'],
    ['Mug', null, 'Mug'],
    ['', 'Blue', 'Blue'],
    [' A\nB ', null, 'A B'],
  ])('%j with %j is %j', (title, variantTitle, name) => {
    expect(lineName({ title, variantTitle })).toBe(name);
  });

  it('is cut at 255 without cutting a character in half', () => {
    const name = lineName({ title: `${'x'.repeat(253)}😀😀`, variantTitle: null });
    expect(name).toBe(`${'x'.repeat(253)}…`);
  });
});
