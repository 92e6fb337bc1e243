import { badRequest } from './errors.ts';

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

export const pageArgs = ['first', 'last', 'after', 'before', 'reverse'] as const;

/** Where an item stands in its list: a sort value, then digits that break ties. */
export type Position = readonly [value: number | string, id: string];

/** Most objects that one connection gives at a time. */
const maxPage = 250;

function compare(left: Position, right: Position): number {
  if (left[0] !== right[0]) {
    return left[0] < right[0] ? -1 : 1;
  }
  const difference = BigInt(left[1]) - BigInt(right[1]);
  return Number(difference > 0n) - Number(difference < 0n);
}

const encode = (position: Position) =>
  Buffer.from(JSON.stringify({ last_id: position[1], last_value: position[0] })).toString('base64');

function decode(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  const match = /^\{"last_id":"(\d+)","last_value":(.+)\}$/s.exec(text);
  if (!match) {
    throw badRequest('Invalid cursor for current pagination sort.');
  }
  return [JSON.parse(match[2] as string) as number | string, match[1] as string];
}

/** The page size asked for; throws where it is missing or too large. */
function sizeOf({ first, last }: PageArgs): number {
  if (first == null && last == null) {
    throw badRequest('you must provide one of first or last');
  }
  if (first != null && last != null) {
    throw badRequest('providing both first and last is not supported');
  }
  const size = (first ?? last) as number;
  if (size < 0 || size > maxPage) {
    throw badRequest(`the page size must lie between 0 and ${maxPage} (got ${size})`);
  }
  return size;
}

/**
 * One page as Shopify's connections give it. Cursors name a position, not an offset: what is added or removed
 * meanwhile neither repeats nor hides an item.
 */
export function connection<Item>(items: Item[], args: PageArgs, positionOf: (item: Item, index: number) => Position) {
  const size = sizeOf(args);
  const order = (left: Position, right: Position) => (args.reverse ? compare(right, left) : compare(left, right));
  const all = items
    .map((node, index) => ({ node, position: positionOf(node, index) }))
    .sort((left, right) => order(left.position, right.position));
  const after = args.after == null ? null : decode(args.after);
  const before = args.before == null ? null : decode(args.before);
  const within = all
    .filter(({ position }) => after === null || order(position, after) > 0)
    .filter(({ position }) => before === null || order(position, before) < 0);
  const page = args.first == null ? within.slice(Math.max(0, within.length - size)) : within.slice(0, size);
  const edges = page.map(({ node, position }) => ({ node, cursor: encode(position) }));
  const [firstOfPage] = page;
  const lastOfPage = page.at(-1);
  return {
    nodes: page.map(({ node }) => node),
    edges,
    pageInfo: {
      hasNextPage: lastOfPage !== undefined && lastOfPage !== all.at(-1),
      hasPreviousPage: firstOfPage === undefined ? after !== null && all.length > 0 : firstOfPage !== all[0],
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** A connection over a list whose order is its own. */
export function listConnection<Item extends { id: string }>(items: Item[], args: PageArgs) {
  return connection(items, args, (item, index) => [index, item.id]);
}
