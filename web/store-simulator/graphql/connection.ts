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
export const maxPage = 250;

function compare(left: Position, right: Position): number {
  if (left[0] !== right[0]) return left[0] < right[0] ? -1 : 1;
  const difference = BigInt(left[1]) - BigInt(right[1]);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const encode = (position: Position) =>
  Buffer.from(JSON.stringify({ last_id: position[1], last_value: position[0] })).toString('base64');

function decode(cursor: string): Position {
  try {
    const { last_id, last_value } = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as {
      last_id: string;
      last_value: number | string;
    };
    BigInt(last_id);
    return [last_value, last_id];
  } catch {
    throw badRequest(`Invalid cursor for current pagination sort.`);
  }
}

/**
 * One page as Shopify's connections give it. Cursors name a position, not an offset: what is added or removed
 * meanwhile neither repeats nor hides an item.
 */
export function connection<Item>(items: Item[], args: PageArgs, positionOf: (item: Item, index: number) => Position) {
  const { first, last } = args;
  if (first == null && last == null) throw badRequest('you must provide one of first or last');
  if (first != null && last != null) throw badRequest('providing both first and last is not supported');
  const size = (first ?? last) as number;
  if (size < 0) throw badRequest('first and last cannot be negative');
  if (size > maxPage) throw badRequest(`the page size cannot exceed ${maxPage} (got ${size})`);
  const direction = args.reverse ? -1 : 1;
  const all = items
    .map((node, index) => ({ node, position: positionOf(node, index) }))
    .sort((left, right) => direction * compare(left.position, right.position));
  const after = args.after == null ? null : decode(args.after);
  const before = args.before == null ? null : decode(args.before);
  const within = all.filter(
    ({ position }) =>
      (after === null || direction * compare(position, after) > 0) &&
      (before === null || direction * compare(position, before) < 0),
  );
  const page = first != null ? within.slice(0, size) : within.slice(Math.max(0, within.length - size));
  const start = page.length > 0 ? all.indexOf(page[0] as (typeof all)[number]) : 0;
  const edges = page.map(({ node, position }) => ({ node, cursor: encode(position) }));
  return {
    nodes: page.map(({ node }) => node),
    edges,
    pageInfo: {
      hasNextPage: page.length > 0 ? start + page.length < all.length : false,
      hasPreviousPage: page.length > 0 ? start > 0 : all.length > 0 && after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** A connection over a list whose order is its own. */
export function listConnection<Item extends { id: string }>(items: Item[], args: PageArgs) {
  return connection(items, args, (item, index) => [index, item.id]);
}
