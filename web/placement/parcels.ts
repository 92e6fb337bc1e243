import type { Settings } from '#api-contract/settings.ts';
import { cleanText, clip, fold } from './clean-text.ts';
import { type Measures, readParcelMetafield } from './parcel-metafield.ts';
import type { PlacementItem } from './placement-request.ts';
import type { FulfillmentOrderLine } from './shop-order.ts';

/** One parcel of the request and, in words, where its values come from. */
export interface Parcel {
  item: PlacementItem;
  origin: string;
}

const kilogramsPer = { GRAMS: 0.001, KILOGRAMS: 1, OUNCES: 0.028349523125, POUNDS: 0.45359237 } as const;
const nameLimit = 255;

/** One fulfilment order line as a parcel of the interface: its remaining quantity, SI units, rand or no price. */
export function mapParcel(line: FulfillmentOrderLine, settings: Settings): Parcel {
  const weight = unitWeightKg(line);
  const { measures, origin } = measuresOf(line, settings);
  const name = lineName(line);
  const price = rand(line);
  const fragility = fragileBy(line, settings);
  return {
    item: {
      weight: weight ?? settings.parcel.weightKg,
      ...measures,
      quantity: line.remainingQuantity,
      ...(name === '' ? {} : { name }),
      is_fragile: fragility !== null,
      ...(price === null ? {} : { price }),
    },
    origin: [
      weight === null ? 'weight: default parcel' : 'weight: order line',
      `measures: ${origin}`,
      `fragile: ${fragility ?? 'no'}`,
      price === null ? 'price: left out, not in rand' : 'price: unit price in shop money',
    ].join('; '),
  };
}

/** Title with variant, e.g. `Mug – Blue`; '' where Shopify gives no title. */
export function lineName(line: Pick<FulfillmentOrderLine, 'title' | 'variantTitle'>): string {
  const variant = cleanText(line.variantTitle);
  const parts = [cleanText(line.title), variant === 'Default Title' ? '' : variant];
  return clip(parts.filter((part) => part !== '').join(' – '), nameLimit);
}

function unitWeightKg(line: FulfillmentOrderLine): number | null {
  if (line.weight === null) return null;
  return positiveOrNull(round(line.weight.value * kilogramsPer[line.weight.unit], 6));
}

function measuresOf(line: FulfillmentOrderLine, settings: Settings): { measures: Measures; origin: string } {
  const variant = readParcelMetafield(line.variantParcel);
  if (variant) return { measures: variant, origin: 'metafield of the variant' };
  const product = readParcelMetafield(line.productParcel);
  if (product) return { measures: product, origin: 'metafield of the product' };
  const { heightM, widthM, lengthM } = settings.parcel;
  return { measures: { height: heightM, width: widthM, length: lengthM }, origin: 'default parcel' };
}

/** Three numbers and more: other words stand in a metafield that is not about measures. */
const looksMeasured = (text: string): boolean => (text.match(/\d+(?:[.,]\d+)?/gu) ?? []).length >= 3;

/**
 * What the first metafield of a line that looks like measures says, variant before product, where it cannot be used;
 * null where it can, and where both speak of something else.
 */
export function unusableMeasures({ variantParcel, productParcel }: FulfillmentOrderLine): string | null {
  const text = [variantParcel, productParcel].find((one) => looksMeasured(cleanText(one))) ?? null;
  return text !== null && readParcelMetafield(text) === null ? clip(cleanText(text), 60) : null;
}

function fragileBy(line: FulfillmentOrderLine, settings: Settings): 'product tag' | 'metafield' | null {
  const tag = fold(settings.fragileTag);
  if (tag !== '' && line.productTags.some((productTag) => fold(productTag) === tag)) return 'product tag';
  return ['true', '1', 'yes'].includes(fold(line.fragile ?? '')) ? 'metafield' : null;
}

function rand(line: FulfillmentOrderLine): number | null {
  if (line.unitPrice?.currency !== 'ZAR') return null;
  const amount = round(line.unitPrice.amount, 2);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}

function positiveOrNull(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** -0 becomes 0. */
function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
