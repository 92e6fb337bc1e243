import type { LocationId } from '#placement/ids.ts';

/** So many of each, by the item's name, or by its name and the id of its location. */
export type Units = ReadonlyMap<string, number>;
type Pieces = Iterable<readonly [key: string, quantity: number]>;

export function sumOf(pieces: Pieces): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [key, quantity] of pieces) sum.set(key, (sum.get(key) ?? 0) + quantity);
  return sum;
}

/** Of each the larger number. */
export function mostOf(one: Units, other: Units): Map<string, number> {
  const most = new Map(one);
  for (const [key, quantity] of other) most.set(key, Math.max(most.get(key) ?? 0, quantity));
  return most;
}

/** What a driver was sent with. */
export interface Sent {
  locationId?: LocationId | null | undefined;
  body: string;
}

/** What a driver is told to bring, by the item's name: read from the bytes that are sent, not from our own books. */
export function unitsIn(body: string): Map<string, number> {
  const { items } = JSON.parse(body) as { items: { name: string; quantity: number }[] };
  return sumOf(items.map(({ name, quantity }) => [name, quantity]));
}

/** The same by name and location. */
export function unitsAt(sent: Sent): Map<string, number> {
  const place = placeOf(sent);
  return new Map([...unitsIn(sent.body)].map(([name, quantity]) => [`${name} at ${place}`, quantity]));
}

/** Where a driver collects: by the address that he was given, once nothing else names the location. */
export function placeOf({ locationId, body }: Sent): LocationId | null {
  if (locationId != null) return locationId;
  const [, index] = /"pickup_address":"(\d+) Main Rd/u.exec(body) ?? [];
  return index === undefined ? null : (`${9000 + Number(index)}` as LocationId);
}
