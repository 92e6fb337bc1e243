import { type Point, straightLineM } from './coordinates.ts';
import { CITY_NAMES, GAZETTEER, type Place } from './gazetteer.ts';

export type Geocoding =
  | { kind: 'found'; place: Place }
  | { kind: 'not_found' }
  /** Several places fit, e.g. Claremont in Cape Town, Johannesburg and Pretoria. */
  | { kind: 'ambiguous'; candidates: Place[] };

/** After these words a name is a street's (`12 Rosebank Road`), not the suburb's. */
const STREET_WORDS = new Set(
  'road rd street st str straat avenue ave av drive dr lane ln crescent cres close way weg boulevard blvd laan'.split(
    ' ',
  ),
);
const PLACES = GAZETTEER.map((place) => ({ place, words: words(place.name) }));
const CITIES = Object.entries(CITY_NAMES).map(([city, names]) => ({ city, names: names.map(words) }));

interface Mention {
  place: Place;
  at: number;
  length: number;
}

/** Finds the suburb that an address names; the city where it names nothing finer. Streets are not known. */
export function geocode(address: string): Geocoding {
  const text = words(address);
  const mentions = withoutNested(PLACES.flatMap((entry) => mentionsOf(entry.place, entry.words, text)));
  const suburbs = mentions.filter(({ place }) => !place.isCity);
  const candidates = distinct(suburbs.length > 0 ? inNamedCity(suburbs, text) : mentions);
  const [place] = candidates;
  if (!place) {
    return { kind: 'not_found' };
  }
  return candidates.length === 1 ? { kind: 'found', place } : { kind: 'ambiguous', candidates };
}

const SUBURBS = GAZETTEER.filter(({ isCity }) => !isCity);
const NEAR_M = 4_000;

/** The suburb whose middle lies nearest; null where none is near. */
export function nearestSuburb(point: Point): Place | null {
  const [nearest] = SUBURBS.toSorted((left, right) => straightLineM(left, point) - straightLineM(right, point));
  return nearest && straightLineM(nearest, point) < NEAR_M ? nearest : null;
}

/** `Claremont, Cape Town`. */
export function placeName({ name, city, isCity }: Place): string {
  return isCity ? name : `${name}, ${city}`;
}

function words(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function positionsOf(name: readonly string[], text: readonly string[]): number[] {
  return [...text.keys()].filter((at) => name.every((word, index) => text[at + index] === word));
}

function mentionsOf(place: Place, name: readonly string[], text: readonly string[]): Mention[] {
  return positionsOf(name, text)
    .filter((at) => !STREET_WORDS.has(text[at + name.length] ?? ''))
    .map((at) => ({ place, at, length: name.length }));
}

/** `Durban North` is not also Durban. */
function withoutNested(mentions: Mention[]): Mention[] {
  const covers = (outer: Mention, inner: Mention) =>
    outer.length > inner.length && outer.at <= inner.at && outer.at + outer.length >= inner.at + inner.length;
  return mentions.filter((inner) => !mentions.some((outer) => covers(outer, inner)));
}

/** Where the address names the city or province of some of them, the others are out. */
function inNamedCity(mentions: Mention[], text: readonly string[]): Mention[] {
  const named = new Set(
    CITIES.filter(({ names }) => names.some((name) => positionsOf(name, text).length > 0)).map(({ city }) => city),
  );
  if (named.size === 0) {
    return mentions;
  }
  const closest = mentions.filter(({ place }) => positionsOf(words(place.city), text).length > 0);
  return closest.length > 0 ? closest : mentions.filter(({ place }) => named.has(place.city));
}

function distinct(mentions: Mention[]): Place[] {
  return [...new Set(mentions.map(({ place }) => place))];
}
