import type { FulfillmentOrder, FulfillmentOrderLine, ShopOrder } from '#placement/shop-order.ts';
import { both, changeOne, ended, type GoodsChange, more } from './sim-goods.ts';

/** Staff split one piece off, as for a parcel of its own: it stays where it is, under a new fulfilment order. */
export const split = changeOne(['OPEN'], (one, _random, _now, all) => splitOff(one, all));

/** A hold of one piece splits it off, too. */
export const holdPart = changeOne(['OPEN'], (one, _random, _now, all) => {
  const [left, part] = splitOff(one, all);
  return [left, part].flatMap((each, index) => {
    if (!each) return [];
    return index === 1 ? [{ ...each, status: 'ON_HOLD', holds: ['out of stock'] }] : [each];
  });
});

/** Staff merge what is open at one location: the first takes everything over, the others end empty. */
export function merge({ fulfillmentOrders: all }: ShopOrder): ReturnType<GoodsChange> {
  const open = all.filter(({ status }) => status === 'OPEN');
  const byPlace = Map.groupBy(open, ({ location, presentedName, methodType }) =>
    [location.id, presentedName, methodType].join(),
  );
  const [first, ...others] = [...byPlace.values()].find((some) => some.length > 1) ?? [];
  if (!first || others.length === 0) return null;
  const moved = others.flatMap(({ lines }) => lines.filter(isLeft));
  return all.map((one) => {
    if (one === first) return { ...one, lines: [...one.lines, ...moved.map(renamed)] };
    return others.includes(one) ? { ...one, status: 'CLOSED', lines: one.lines.map(ended) } : one;
  });
}

/** What is left, and one piece in a fulfilment order of its own; where there is but one piece nothing is split. */
function splitOff(one: FulfillmentOrder, all: readonly FulfillmentOrder[]): FulfillmentOrder[] {
  const pieces = one.lines.reduce((sum, { remainingQuantity }) => sum + remainingQuantity, 0);
  const from = one.lines.find(isLeft);
  if (!from || pieces < 2) return [one];
  const nth = all.length;
  const part = { ...from, id: `${from.id}9${nth}`, ...both(1) };
  const lines = one.lines.map((line) => (line === from ? more(line, -1) : line));
  return [
    { ...one, lines },
    { ...one, id: `${one.id}9${nth}`, lines: [part] },
  ];
}

const isLeft = ({ remainingQuantity }: FulfillmentOrderLine): boolean => remainingQuantity > 0;

/** Shopify gives the pieces that were taken over a line of their own. */
const renamed = (line: FulfillmentOrderLine): FulfillmentOrderLine => ({
  ...line,
  ...{ id: `${line.id}6`, totalQuantity: line.remainingQuantity },
});
