import type { Settings } from '#api-contract/settings.ts';
import { type Goods, linesToShip } from './goods.ts';
import { mapParcel, unusableMeasures } from './parcels.ts';
import { placementReason } from './placement-reasons.ts';
import type { PlacementItem } from './placement-request.ts';
import { ask, fail, notApplied, pass, type Rule } from './rule.ts';
import type { FulfillmentOrderLine } from './shop-order.ts';

/** What the goods weigh, how large and how many they are, as they would be sent; a person's press overrides each. */
export const parcelRules: readonly Rule[] = [
  {
    id: 'total_weight',
    name: 'total weight',
    override: 'by_action',
    evaluate({ settings, goods }) {
      const { maxWeightKg: maxKg } = settings.automation;
      if (maxKg === null) return notApplied('No maximum.');
      const weightKg = rounded(itemsOf(goods, settings).reduce((kg, item) => kg + item.weight * item.quantity, 0));
      if (weightKg <= maxKg) return pass(`${weightKg} kg`, `The goods weigh at most ${maxKg} kg.`);
      const params = { weightKg: String(weightKg), maxKg };
      return fail('skipped', `${weightKg} kg`, placementReason('condition_weight', params));
    },
  },
  {
    id: 'plausible_parcels',
    name: 'plausible weights and quantities',
    override: 'by_action',
    evaluate({ settings, goods }) {
      const { maxWeightKg: maxKg, maxQuantity: max } = settings.parcel;
      const items = itemsOf(goods, settings);
      const heavy = items.find(({ weight }) => weight > maxKg);
      if (heavy) {
        const weightKg = rounded(heavy.weight);
        const params = { item: nameOf(heavy), weightKg: String(weightKg), maxKg };
        return ask(`${weightKg} kg`, placementReason('implausible_weight', params));
      }
      const many = items.find(({ quantity }) => quantity > max);
      if (many) {
        const { quantity } = many;
        const params = { item: nameOf(many), quantity, max };
        return ask(String(quantity), placementReason('implausible_quantity', params));
      }
      const [unusable] = unusableOf(goods, settings);
      if (unusable) {
        const params = { ...unusable, metafield: settings.parcel.metafield };
        return ask(unusable.text, placementReason('parcel_unreadable', params));
      }
      return pass(`at most ${maxKg} kg and ${max} of one item`, 'No weight and no quantity looks like a slip.');
    },
  },
];

function linesOf({ ready, waiting }: Goods): FulfillmentOrderLine[] {
  return [...ready, ...waiting].flatMap(linesToShip);
}

function itemsOf(goods: Goods, settings: Settings): PlacementItem[] {
  return linesOf(goods).map((line) => mapParcel(line, settings).item);
}

function unusableOf(goods: Goods, settings: Settings): { item: string; text: string }[] {
  return linesOf(goods).flatMap((line) => {
    const text = unusableMeasures(line);
    return text === null ? [] : [{ item: nameOf(mapParcel(line, settings).item), text }];
  });
}

const nameOf = ({ name }: PlacementItem): string => name ?? 'item';
const rounded = (kg: number): number => Number(kg.toFixed(3));
