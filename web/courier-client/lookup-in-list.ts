import type { ServiceDelivery } from '#deliveries/delivery.ts';
import type { LookupOutcome, LookupQuery } from '#deliveries/ports/courier.ts';
import type { DeliveryId, OrderReference } from '#placement/ids.ts';
import type { AccountSession } from './account-session.ts';
import { lookupById } from './lookup-by-id.ts';
import { failed, type LookupFailure, lookupFailure } from './lookup-failure.ts';
import { parseJson } from './parse-json.ts';
import { readDelivery, saysError } from './read-delivery.ts';
import type { Attempt } from './transport.ts';

const MOST_PAGES = 20;
const MOST_FETCHES = 100;

/** The entries of a list answer, or null where it is none: `{deliveries: [...]}` or a bare array. */
export function deliveriesOfList(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return null;
  const { deliveries, data } = json as Record<string, unknown>;
  if (Array.isArray(deliveries)) return deliveries;
  return Array.isArray(data) ? data : null;
}

/** What is left to spend, and whether an entry could neither be matched nor ruled out. */
interface Search {
  session: AccountSession;
  orderReference: OrderReference;
  /** Known already. */
  besides: DeliveryId | undefined;
  fetchesLeft: number;
  isDoubtful: boolean;
}

/**
 * Searches a list for a reference: entries that hold only ids are fetched one by one, `next_page` is followed on the
 * same origin only, both within bounds. Only a whole list of entries that all name another reference is `not_found`.
 */
export async function lookupInList(
  session: AccountSession,
  firstPath: string,
  { orderReference, besides }: Pick<LookupQuery, 'orderReference' | 'besides'>,
  firstAttempt?: Attempt,
): Promise<LookupOutcome> {
  const search: Search = { session, orderReference, besides, fetchesLeft: MOST_FETCHES, isDoubtful: false };
  const visited = new Set<string>();
  let path: string | null = firstPath;
  while (path !== null) {
    if (visited.has(path) || visited.size >= MOST_PAGES) return failed('The service’s list is too long to search.');
    visited.add(path);
    const isFirst = visited.size === 1;
    const attempt: Attempt = isFirst && firstAttempt ? firstAttempt : await session.send({ method: 'GET', path });
    const page = readPage(attempt, session, isFirst);
    if ('kind' in page) return page;
    const result = await searchPage(search, page.entries);
    if (result) return result;
    const next = nextPath(page.nextPage, session.baseUrl);
    if (next === 'elsewhere') return failed('The service’s list continues at an address that is not followed.');
    path = next;
  }
  return search.isDoubtful ? failed('The service’s list could not be read in full.') : { kind: 'not_found' };
}

interface Page {
  entries: unknown[];
  nextPage: unknown;
}

function readPage(attempt: Attempt, session: AccountSession, isFirst: boolean): Page | LookupFailure {
  const failure = lookupFailure(attempt, session);
  if (failure || attempt.kind !== 'answered') return failure ?? failed('The delivery service did not answer.');
  if (attempt.status === 404) {
    // An unknown customer has no deliveries; a later page that is gone leaves the list unread.
    return isFirst ? { entries: [], nextPage: null } : failed('The service’s list could not be read in full.');
  }
  const json = parseJson(attempt.text);
  const entries = saysError(json) ? null : deliveriesOfList(json);
  if (entries === null) return failed('The service’s list could not be read.');
  return { entries, nextPage: Array.isArray(json) ? null : (json as { next_page?: unknown }).next_page };
}

/** The verdict of one page, or null to go on. */
async function searchPage(search: Search, entries: unknown[]): Promise<LookupOutcome | null> {
  for (const entry of entries) {
    const listed = readEntry(entry, search.session);
    if (listed === null) search.isDoubtful = true;
    else if (listed.deliveryId === search.besides) continue;
    else if (listed.orderReference === null) {
      const result = await fetchEntry(search, listed.deliveryId);
      if (result) return result;
    } else if (listed.orderReference === search.orderReference) {
      return complete(search, listed);
    }
  }
  return null;
}

function readEntry(entry: unknown, session: AccountSession): ServiceDelivery | null {
  const raw = JSON.stringify(entry);
  // A profile whose single answers are wrapped need not wrap the entries of lists.
  return (
    readDelivery(entry, raw, session.profile) ?? readDelivery(entry, raw, { ...session.profile, deliveryId: '/id' })
  );
}

/** An entry that names no reference: its own record tells. */
async function fetchEntry(search: Search, deliveryId: DeliveryId): Promise<LookupOutcome | null> {
  if (search.fetchesLeft === 0) return failed('The service’s list is too long to search.');
  search.fetchesLeft -= 1;
  const result = await lookupById(search.session, deliveryId);
  if (result.kind === 'failed') return result;
  if (result.kind === 'found' && result.delivery.orderReference === search.orderReference) return result;
  if (result.kind === 'unsupported' || (result.kind === 'found' && result.delivery.orderReference === null)) {
    search.isDoubtful = true;
  }
  return null;
}

/** The listed entry proves the delivery; its record is asked for where the entry has no slot. */
async function complete(search: Search, listed: ServiceDelivery): Promise<LookupOutcome> {
  if (listed.slot !== null) return { kind: 'found', delivery: listed };
  const whole = await lookupById(search.session, listed.deliveryId);
  const isSame =
    whole.kind === 'found' && (whole.delivery.orderReference ?? listed.orderReference) === listed.orderReference;
  return isSame ? whole : { kind: 'found', delivery: listed };
}

/** The next page's path below the base URL; the key goes to no other origin, and to no path outside the service's. */
function nextPath(nextPage: unknown, baseUrl: URL): string | 'elsewhere' | null {
  if (nextPage === undefined || nextPage === null || nextPage === '') return null;
  const url = typeof nextPage === 'string' ? URL.parse(nextPage, baseUrl) : null;
  const prefix = baseUrl.pathname.replace(/(?<!\/)\/+$/, '');
  if (!url || url.origin !== baseUrl.origin || !url.pathname.startsWith(`${prefix}/`)) return 'elsewhere';
  return `${url.pathname.slice(prefix.length)}${url.search}`;
}
