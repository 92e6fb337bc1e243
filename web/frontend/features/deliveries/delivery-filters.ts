import { type DeliveriesPage, type DeliveriesQuery, deliveriesQuery, deliverySorts } from '#api-contract/deliveries.ts';
import { type DeliveryState, deliveryStates } from '#api-contract/order.ts';

/**
 * What the list of deliveries shows; lives in the query string, so that a view can be linked and reloaded. All but `text`:
 * a person's name or number belongs into no address.
 */
export interface DeliveryFilters {
  states: DeliveryState[];
  view: DeliveriesQuery['view'];
  /** An order number. */
  query: string;
  /** Whatever else is searched for. */
  text: string;
  /** Dates, `YYYY-MM-DD`; empty for open. */
  from: string;
  to: string;
  locationId: string;
  paid: DeliveriesQuery['paid'];
  sort: (typeof deliverySorts)[number];
  cursor: string;
}

const names = ['state', 'view', 'query', 'from', 'to', 'locationId', 'paid', 'sort', 'cursor'] as const;

/** Reads the filters; what is not understood counts as not given. */
export function readFilters(params: URLSearchParams, text: string): DeliveryFilters {
  const states = (params.get('state') ?? '').split(',');
  const sort = params.get('sort');
  return {
    states: deliveryStates.filter((state) => states.includes(state)),
    view: deliveriesQuery.shape.view.safeParse(params.get('view') ?? undefined).data,
    query: params.get('query') ?? '',
    text,
    from: date(params.get('from')),
    to: date(params.get('to')),
    locationId: /^\d+$/.test(params.get('locationId') ?? '') ? (params.get('locationId') ?? '') : '',
    paid: deliveriesQuery.shape.paid.safeParse(params.get('paid') ?? undefined).data,
    sort: deliverySorts.find((known) => known === sort) ?? 'updated_desc',
    cursor: params.get('cursor') ?? '',
  };
}

/** The query of the page's address and of the API's list: only what differs from the defaults. */
export function writeFilters(filters: DeliveryFilters): URLSearchParams {
  const values: Record<(typeof names)[number], string> = {
    state: filters.states.join(','),
    view: filters.view ?? '',
    query: filters.query.trim(),
    from: filters.from,
    to: filters.to,
    locationId: filters.locationId,
    paid: filters.paid ?? '',
    sort: filters.sort === 'updated_desc' ? '' : filters.sort,
    cursor: filters.cursor,
  };
  const params = new URLSearchParams();
  for (const name of names) if (values[name] !== '') params.set(name, values[name]);
  return params;
}

/** What the search field holds. */
export const searched = ({ query, text }: DeliveryFilters): string => query || text;

/** What is meant by a typed text: apps copy marks along that nobody sees. */
export const meant = (typed: string): string => typed.replace(/\p{Cf}+/gu, '').trim();

/** A typed text as filters: only what is surely an order number may stand in an address. */
export function searchFor(text: string): Pick<DeliveryFilters, 'query' | 'text'> {
  return /^#?\d{1,6}$/.test(text) ? { query: text, text: '' } : { query: '', text };
}

/** True where the list is narrowed, so that "nothing here" means "nothing like this". */
export function isNarrowed(filters: DeliveryFilters): boolean {
  const { states, view, from, to, locationId, paid } = filters;
  const isOf = searched(filters) !== '' || states.length > 0 || view !== undefined || paid !== undefined;
  return isOf || from !== '' || to !== '' || locationId !== '';
}

export type Counted = Pick<DeliveriesPage, 'stateCounts' | 'viewCounts'>;

/** How many rows a view has, on all its pages. */
export function countOf(
  { states, view }: Pick<DeliveryFilters, 'states'> & { view?: DeliveryFilters['view'] },
  { stateCounts, viewCounts }: Counted,
): number {
  if (view === 'needs_you') return viewCounts.needsYou;
  if (view === 'to_send') return viewCounts.toSend;
  if (view === 'changed') return viewCounts.changed;
  const counts = states.length === 0 ? Object.values(stateCounts) : states.map((state) => stateCounts[state]);
  return counts.reduce((sum, one) => sum + one, 0) - (view === 'left_out' ? viewCounts.toSend : 0);
}

function date(value: string | null): string {
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '';
}
