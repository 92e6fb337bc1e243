import type { Corrections, Reason } from '#api-contract/order.ts';
import { cleanText } from '#placement/clean-text.ts';
import { parseCoordinates } from '#placement/coordinates.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { OrderWords } from '#placement/order-says.ts';
import { normalisePhone } from '#placement/phone.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import { cleanRemarks } from '#placement/remarks.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';
import type { MethodWords } from './other-method.ts';

/** What a person corrected, and what the order said then. */
export type Corrected = Pick<OrderRecord, 'corrections' | 'saidWhenCorrected'>;

const halves = ['pickup', 'dropoff'] as const;

/**
 * Adds a person's corrections: those of the drop-off hold for the whole order (`*`), those of the pickup for the
 * delivery they were made on. Beside each stands what the order said then, so that a later change in Shopify shows.
 * A point counts for one address: another one takes it away. `said`: null for an order that names no place.
 */
export function withCorrections(
  { corrections, saidWhenCorrected }: Corrected,
  typed: Corrections,
  { locationKey, said }: { locationKey: string; said: OrderWords | null },
): Corrected {
  const words = Object.entries(said ?? {}).filter(([field]) => field in typed);
  const points = halves.filter((half) => `${half}_coordinates` in typed);
  const addresses = points.map((half) => [`${half}_coordinates_for`, said?.[`${half}_address`]]);
  return {
    corrections: merge<Corrections>(corrections, typed, locationKey),
    saidWhenCorrected: merge<OrderWords>(
      saidWhenCorrected,
      Object.fromEntries([...words, ...addresses.filter(([, address]) => address !== undefined)]),
      locationKey,
    ),
  };
}

/** What there is to look up for {@link withoutMovedPoints}. */
export const hasPoints = ({ saidWhenCorrected }: Corrected): boolean =>
  Object.values(saidWhenCorrected).some((words) => halves.some((half) => `${half}_coordinates_for` in words));

/** What there is of an order at a location, and whom it goes to; null where nothing says so. */
interface GoodsNow {
  at(locationKey: string): MappedDelivery | null;
  goTo(locationKey: string): MappedDelivery | null;
}

/**
 * Without the points that a person gave for an address that was changed in Shopify since: the driver goes by the point.
 * Beside a corrected address it stays, for that is what is sent. `goods`: the order as it is now, without corrections.
 */
export function withoutMovedPoints(corrected: Corrected, goods: GoodsNow): Corrected {
  const { corrections, saidWhenCorrected } = corrected;
  const moved = Object.entries(saidWhenCorrected).flatMap(([key, words]) =>
    halves.flatMap((half) => {
      const now = half === 'pickup' ? goods.at(key) : goods.goTo(key);
      const address = words[`${half}_coordinates_for`];
      const stays = address === undefined || now === null || corrections[key]?.[`${half}_address`] !== undefined;
      const isUsable = now?.fields.some(({ field, value }) => field === `${half}_address` && value !== null);
      return stays || !isUsable || now.said[`${half}_address`] === address ? [] : [{ key, half }];
    }),
  );
  return moved.reduce<Corrected>(
    (left, { key, half }) => ({
      corrections: { ...left.corrections, [key]: withoutPoint(left.corrections[key], half) },
      saidWhenCorrected: { ...left.saidWhenCorrected, [key]: withoutPoint(left.saidWhenCorrected[key], half) },
    }),
    { corrections, saidWhenCorrected },
  );
}

function withoutPoint<T extends object>(values: T | undefined, half: string): T {
  const left = Object.entries(values ?? {}).filter(([field]) => !field.startsWith(`${half}_coordinates`));
  return Object.fromEntries(left) as T;
}

/** What a person corrected for deliveries from this location: the order's drop-off, and that pickup. */
export function correctionsAt({ corrections }: Pick<OrderRecord, 'corrections'>, locationKey: string): Corrections {
  const own = corrections[locationKey];
  const all = corrections['*'];
  return { ...(own?.pickup_address === undefined ? all : withoutPoint(all, 'pickup')), ...own };
}

/** What the order said when the request took its final form: of what a person corrected, when they did so. */
export function saidOf({ saidWhenCorrected }: Corrected, { said, locationKey }: MappedDelivery): OrderWords {
  return { ...said, ...saidWhenCorrected['*'], ...saidWhenCorrected[locationKey] };
}

/**
 * The same of a request that is repeated for whom the order goes to by now: it collects where it collected, and what a
 * person sent in spite of its method is told of by none. `there` may be of other goods, also of some that travel otherwise.
 *
 * @param method how its own goods travel by now; null where they are gone, so that it is as it was
 */
export function saidOfRepeated(
  order: Corrected,
  there: MappedDelivery,
  { said: before }: Pick<DeliveryRecord, 'said'>,
  method: MethodWords | null,
): OrderWords {
  const pickup = Object.entries(before ?? {}).filter(([field]) => field.startsWith('pickup_'));
  const { delivery_method: _, delivery_method_type: __, ...people } = saidOf(order, there);
  const kept = Object.entries(before ?? {}).filter(([field]) => field.startsWith('delivery_method'));
  const isInSpite = before !== null && kept.length === 0;
  return { ...people, ...Object.fromEntries(pickup), ...(isInSpite ? {} : (method ?? Object.fromEntries(kept))) };
}

function merge<T extends object>(
  stored: Record<string, Partial<T>>,
  typed: Partial<T>,
  key: string,
): Record<string, Partial<T>> {
  const laidOver = (before: Partial<T> | undefined, half: string): Partial<T> => {
    const more = Object.entries(typed).filter(([field]) => field.startsWith(half));
    return { ...(`${half}_address` in typed ? withoutPoint(before, half) : before), ...Object.fromEntries(more) };
  };
  const merged: Record<string, Partial<T>> = { ...stored, '*': laidOver(stored['*'], 'dropoff') };
  return { ...merged, [key]: laidOver(merged[key], 'pickup') };
}

type Request = Pick<DeliveryRecord, 'request' | 'body'>;
type Repeated = Request & Pick<DeliveryRecord, 'locationName'>;

/** The request of a delivery whose goods Shopify's books no longer have, again, with these values laid over. */
export function repeatRequest(
  delivery: Repeated,
  reference: OrderReference,
  corrections: Corrections,
): Request | { problems: Reason[] } {
  // A corrected address makes the point of the one before it wrong.
  const moved = corrections.pickup_address === undefined ? {} : { pickup_coordinates: null };
  const corrected = Object.entries({ ...moved, ...corrections })
    .map(([field, value]) => ({ field, ...correctedValue(field, value, delivery.locationName) }))
    .filter(({ field, value, problem }) => value !== undefined || problem !== null || optional.test(field));
  const problems = corrected.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) return { problems };
  const laidOver = {
    ...Object.fromEntries(corrected.map(({ field, value }) => [field, value])),
    order_reference: reference,
  };
  return {
    request: { ...delivery.request, ...laidOver } as PlacementRequest,
    body: JSON.stringify({ ...(JSON.parse(delivery.body) as object), ...laidOver }),
  };
}

const optional = /_(?:coordinates|remarks)$/u;

/** Where the order wants its goods brought by now, as far as it says so in a form that can be sent. */
export function dropoffOf(mapped: MappedDelivery | null): Corrections {
  const said = (mapped?.fields ?? []).filter(({ field, value }) => {
    return field.startsWith('dropoff_') && (value !== null || optional.test(field));
  });
  return Object.fromEntries(said.map(({ field, value }) => [field, value]));
}

/** Why the goods cannot be brought where the order wants them by now, a person's matter: the former address stands for nobody. */
export function dropoffProblems(mapped: MappedDelivery | null): Reason[] {
  return (mapped?.problems ?? []).filter(({ field }) => field?.startsWith('dropoff_'));
}

/** A value in the interface's form; undefined leaves an optional field out, and any other as it was. */
function correctedValue(
  field: string,
  typed: string | null = null,
  location: string,
): { value: string | undefined; problem: Reason | null } {
  const half = field.startsWith('pickup_') ? 'pickup' : 'dropoff';
  if (field.endsWith('_phone')) {
    const phone = normalisePhone(typed);
    if (phone.ok) return { value: phone.phone, problem: null };
    const code = `${half}_phone_${phone.problem}` as const;
    return { value: undefined, problem: placementReason(code, { location }, { field }) };
  }
  if (field.endsWith('_coordinates')) {
    const point = parseCoordinates(typed ?? '');
    if (point.ok) return { value: point.coordinates, problem: null };
    const isGiven = point.problem !== 'missing';
    return {
      value: undefined,
      problem: isGiven ? placementReason(`${half}_coordinates_unusable`, {}, { field }) : null,
    };
  }
  return { value: (field.endsWith('_remarks') ? cleanRemarks(typed) : cleanText(typed)) || undefined, problem: null };
}
