import type { LocationId } from '#placement/ids.ts';
import type { FulfillmentOrder, FulfillmentOrderLine, ShopOrder } from '#placement/shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation } from '#placement/testing/example-order.ts';
import type { SeededRandom } from './seeded-random.ts';
import { sumOf } from './units.ts';

/** What a shop does to an order's goods after the order came in; null where there is nothing to do it to. */
export type GoodsChange = (order: ShopOrder, random: SeededRandom, now: number) => FulfillmentOrder[] | null;

export const live = ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD'];
const places = 3;

export function simLocation(index: number) {
  return exampleLocation({
    id: `${9001 + index}` as LocationId,
    name: `Shop ${index}`,
    address1: `${index + 1} Main Rd`,
  });
}

/** The id of the location with that name. */
export const locationNamed = (name: string): string => `${9001 + Number(name.replace('Shop ', ''))}`;

/** One line with a title of its own, by which a delivery's request can be held against it. */
export function simLine(lineId: string, title: string, quantity: number): FulfillmentOrderLine {
  const lineItemId = `9${lineId}`;
  return exampleLine({ id: lineId, lineItemId, title, variantTitle: null, ...both(quantity) });
}

/** Goods of the same cart that the buyer wants by post. */
export function posted(number: number): FulfillmentOrder {
  const lines = [simLine(`${number}4`, `Posted ${number}`, 1)];
  return exampleFulfillmentOrder({
    id: `${number}04`,
    location: simLocation(0),
    presentedName: 'Standard post',
    serviceCode: 'post',
    lines,
  });
}
const isBrought = ({ serviceCode }: FulfillmentOrder): boolean => serviceCode !== 'post';
/** The buyer collects its goods, or has collected them. */
export const isByBuyer = ({ methodType }: FulfillmentOrder): boolean => methodType === 'PICK_UP';
export const isPosted = (title: string): boolean => title.startsWith('Posted ');

/** Whether something of these goods is by post, and there. */
export const isPostLeft = ({ fulfillmentOrders }: ShopOrder, sent: ReadonlyMap<string, number>): boolean =>
  fulfillmentOrders.some(
    ({ status, lines }) =>
      ['OPEN', 'IN_PROGRESS'].includes(status) &&
      lines.some(({ title, remainingQuantity }) => isPosted(title) && sent.has(title) && remainingQuantity > 0),
  );

export const changeOne =
  (
    statuses: readonly string[],
    change: (
      one: FulfillmentOrder,
      random: SeededRandom,
      now: number,
      all: readonly FulfillmentOrder[],
    ) => FulfillmentOrder[],
  ): GoodsChange =>
  ({ fulfillmentOrders: all }, random, now) => {
    const own = all.filter(isBrought);
    const open = own.filter((one) => statuses.includes(one.status) && remaining(one) > 0);
    const chosen = open[random.below(open.length)];
    return chosen ? all.flatMap((one) => (one === chosen ? change(one, random, now, all) : [one])) : null;
  };

const remaining = ({ lines }: FulfillmentOrder): number =>
  lines.reduce((sum, { remainingQuantity }) => sum + remainingQuantity, 0);

export const hold = changeOne(['OPEN'], (one) => [{ ...one, status: 'ON_HOLD', holds: ['awaiting stock'] }]);
export const release = changeOne(['ON_HOLD'], (one) => [{ ...one, status: 'OPEN', holds: [] }]);
export const schedule = changeOne(['OPEN'], (one, random, now) => [
  { ...one, status: 'SCHEDULED', fulfillAt: new Date(now + 60_000 + random.below(180_000)).toISOString() },
]);
export const open = changeOne(['SCHEDULED'], (one) => [{ ...one, status: 'OPEN', fulfillAt: null }]);

/** To another location: whole under the same id, or as a new fulfilment order that takes over all or some of the goods. */
export const move = changeOne(['OPEN'], (one, random, _now, all) => {
  const from = Number(one.location.id) - 9001;
  const location = simLocation((from + 1 + random.below(places - 1)) % places);
  if (random.chance(0.4)) return [{ ...one, location }];
  const part = random.chance(0.5);
  // A part can move once more, and has ids of its own.
  const nth = all.some(({ id }) => id === `${one.id}7${remaining(one)}`) ? all.length * 10 : remaining(one);
  const idOf = (id: string) => (part ? `${id}7${nth}` : `${id}7`);
  const goes = ({ remainingQuantity }: FulfillmentOrderLine) =>
    part ? Math.min(1, remainingQuantity) : remainingQuantity;
  const moved = one.lines.map((line) => ({ ...line, id: idOf(line.id), ...both(goes(line)) }));
  const left = one.lines.map((line) => more(line, -goes(line)));
  const kept = left.some(({ remainingQuantity }) => remainingQuantity > 0);
  return [
    { ...one, status: kept ? one.status : 'CLOSED', lines: left },
    { ...one, id: idOf(one.id), location, lines: moved.filter(({ remainingQuantity }) => remainingQuantity > 0) },
  ];
});

/** An order edit that adds goods: more of a line, another line beside it, or a fulfilment order of its own anywhere. */
export const add: GoodsChange = ({ fulfillmentOrders: all, number }, random) => {
  const line = newLine({ fulfillmentOrders: all, number });
  const beside = all.find((one) => one.status === 'OPEN' && isBrought(one));
  const way = random.below(3);
  if (beside && way === 0) return all.map((one) => (one === beside ? { ...one, lines: grown(one.lines) } : one));
  if (beside && way === 1) return all.map((one) => (one === beside ? { ...one, lines: [...one.lines, line] } : one));
  return [...all, newGoods({ fulfillmentOrders: all, number }, random.below(places))];
};

type Goods = Pick<ShopOrder, 'fulfillmentOrders' | 'number'>;
const linesOf = ({ fulfillmentOrders }: Goods): number => fulfillmentOrders.flatMap(({ lines }) => lines).length;

/** One piece of something that the order has none of. */
function newLine(order: Goods): FulfillmentOrderLine {
  const [{ number }, count] = [order, linesOf(order)];
  return simLine(`${number}5${count}`, `Item ${number}-${count}`, 1);
}

/** The same at one of the places, in a fulfilment order of its own. */
export const newGoods = (order: Goods, place: number): FulfillmentOrder =>
  exampleFulfillmentOrder({
    id: `${order.number}6${linesOf(order)}`,
    location: simLocation(place),
    lines: [newLine(order)],
  });

/** An order edit or a refund that takes one unit away. */
export const remove = changeOne(live, (one) => {
  const at = one.lines.findIndex(({ remainingQuantity }) => remainingQuantity > 0);
  return [{ ...one, lines: one.lines.map((line, i) => (i === at ? more(line, -1) : line)) }];
});

/** The shop has packed and handed over everything that is open. */
export const fulfil: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.map((one) => (one.status === 'OPEN' ? handedOver(one) : one));

/** All of it was. */
export const handedOver = (one: FulfillmentOrder): FulfillmentOrder => ({
  ...one,
  status: 'CLOSED',
  lines: one.lines.map((line) => ({ ...line, remainingQuantity: 0 })),
});

/** The shop marks one as in progress. */
export const start = changeOne(['OPEN'], (one) => [{ ...one, status: 'IN_PROGRESS' }]);

/** The shop hands over everything of one fulfilment order by itself. */
export const fulfilPart = changeOne(['OPEN', 'IN_PROGRESS'], (one) => [handedOver(one)]);

/** The shop hands over one piece by itself. */
export const fulfilOne = changeOne(['OPEN', 'IN_PROGRESS'], (one) => {
  const at = one.lines.findIndex(({ remainingQuantity }) => remainingQuantity > 0);
  const lines = one.lines.map((line, i) => ({ ...line, remainingQuantity: line.remainingQuantity - Number(i === at) }));
  return [progressed({ ...one, lines })];
});

/** As Shopify leaves it once something of it was fulfilled. */
export const progressed = (one: FulfillmentOrder): FulfillmentOrder => ({
  ...one,
  status: remaining(one) === 0 ? 'CLOSED' : 'IN_PROGRESS',
});

/**
 * A fulfilment is cancelled: its goods are open again. In a fulfilment order that it had closed they only look so, and a
 * new one takes them over.
 */
export const takeBack: GoodsChange = ({ fulfillmentOrders: all }) => {
  const chosen = all.findLast((one) => isBrought(one) && one.lines.some(isHandedOver));
  if (!chosen) return null;
  const lines = chosen.lines.map((line) => ({ ...line, ...both(line.totalQuantity) }));
  if (chosen.status !== 'CLOSED') return all.map((one) => (one === chosen ? { ...one, status: 'OPEN', lines } : one));
  const open = chosen.lines
    .filter(isHandedOver)
    .map((line) => ({ ...line, id: `${line.id}8`, ...both(line.totalQuantity - line.remainingQuantity) }));
  const renewed: FulfillmentOrder = { ...chosen, id: `${chosen.id}8`, status: 'OPEN', lines: open };
  return [...all.map((one) => (one === chosen ? { ...one, lines } : one)), renewed];
};

const isHandedOver = ({ totalQuantity, remainingQuantity }: FulfillmentOrderLine): boolean =>
  totalQuantity > remainingQuantity;

/** Everything that waits opens. */
export function openAll({ fulfillmentOrders: all }: ShopOrder): FulfillmentOrder[] | null {
  if (all.every(({ status }) => status !== 'ON_HOLD' && status !== 'SCHEDULED')) return null;
  return all.map((one) =>
    one.status === 'ON_HOLD' || one.status === 'SCHEDULED'
      ? { ...one, status: 'OPEN', holds: [], fulfillAt: null }
      : one,
  );
}

export const both = (quantity: number) => ({ remainingQuantity: quantity, totalQuantity: quantity });

/** So many pieces more to bring; those that were handed over stay so. */
export const more = (line: FulfillmentOrderLine, pieces: number): FulfillmentOrderLine => ({
  ...line,
  remainingQuantity: line.remainingQuantity + pieces,
  totalQuantity: line.totalQuantity + pieces,
});

/** What of it was handed over, and no more. */
export const ended = (line: FulfillmentOrderLine): FulfillmentOrderLine => more(line, -line.remainingQuantity);

function grown([first, ...rest]: readonly FulfillmentOrderLine[]): FulfillmentOrderLine[] {
  return first ? [more(first, 1), ...rest] : [];
}

/** Units of the order, by title: what an ended fulfilment order lists as open stands in another. */
export function unitsOrdered({ fulfillmentOrders }: Pick<ShopOrder, 'fulfillmentOrders'>): Map<string, number> {
  const ordered = ({ status, lines }: FulfillmentOrder) =>
    lines.map(({ title, totalQuantity, remainingQuantity }) => {
      return [title, live.includes(status) ? totalQuantity : totalQuantity - remainingQuantity] as const;
    });
  return sumOf(fulfillmentOrders.flatMap(ordered));
}

/** Units that are still to be brought to the buyer, by title and location id; `statuses`: of these fulfilment orders. */
export function unitsToBring({ fulfillmentOrders }: ShopOrder, statuses = live): Map<string, number> {
  const left = ({ location, lines }: FulfillmentOrder) =>
    lines
      .filter(({ title, remainingQuantity }) => remainingQuantity > 0 && !isPosted(title))
      .map(({ title, remainingQuantity }) => [`${title} at ${location.id}`, remainingQuantity] as const);
  return sumOf(fulfillmentOrders.filter((one) => !isByBuyer(one) && statuses.includes(one.status)).flatMap(left));
}

/** Whether an order has the same goods left to hand over, wherever they stand by now and whether or not they may go. */
export function sameUnits(before: readonly FulfillmentOrder[], after: readonly FulfillmentOrder[]): boolean {
  const [was, is] = [before, after].map((all) => {
    const lines = all.filter(({ status }) => live.includes(status)).flatMap((one) => one.lines);
    const left = sumOf(lines.map(({ title, remainingQuantity }) => [title, remainingQuantity]));
    return JSON.stringify([...left].filter(([, count]) => count > 0).sort());
  });
  return was === is;
}
