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
/** What may stand beside a suburb in one part of an address. */
const BESIDE = [...CITIES.flatMap(({ names }) => names), words('South Africa'), words('RSA')];

interface Mention {
  place: Place;
  at: number;
  length: number;
}

/**
 * Finds the suburb that an address names; the city where it names nothing finer there. Streets and buildings are not known,
 * and many are called like a suburb elsewhere: between commas a suburb stands by itself.
 */
export function geocode(address: string): Geocoding {
  const parts = address
    .split(',')
    .map(words)
    .filter((part) => part.length > 0);
  const text = parts.flat();
  const mentions = withoutNested(PLACES.flatMap((entry) => mentionsOf(entry.place, entry.words, text)));
  const suburbs = parts.length > 1 ? suburbsAmong(parts) : placesOf(mentions).filter(({ isCity }) => !isCity);
  const inCity = inNamedCity(suburbs, text);
  const candidates = inCity.length > 0 ? inCity : placesOf(mentions).filter(({ isCity }) => isCity);
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

/** Where a place of that name is meant, and not a street called after it. */
function positionsAsPlace(name: readonly string[], text: readonly string[]): number[] {
  return positionsOf(name, text).filter((at) => !STREET_WORDS.has(text[at + name.length] ?? ''));
}

function mentionsOf(place: Place, name: readonly string[], text: readonly string[]): Mention[] {
  return positionsAsPlace(name, text).map((at) => ({ place, at, length: name.length }));
}

/** `Durban North` is not also Durban. */
function withoutNested(mentions: Mention[]): Mention[] {
  const covers = (outer: Mention, inner: Mention) =>
    outer.length > inner.length && outer.at <= inner.at && outer.at + outer.length >= inner.at + inner.length;
  return mentions.filter((inner) => !mentions.some((outer) => covers(outer, inner)));
}

function placesOf(mentions: Mention[]): Place[] {
  return [...new Set(mentions.map(({ place }) => place))];
}

/** Suburbs that are all a part says behind its street, but for postcode, city and province. */
function suburbsAmong(parts: readonly string[][]): Place[] {
  const behindStreet = parts.map((part) =>
    part.slice(part.findLastIndex((word) => STREET_WORDS.has(word)) + 1).filter((word) => !/^\d{4}$/.test(word)),
  );
  const isAllOf = (name: readonly string[], part: readonly string[]) =>
    positionsOf(name, part).some((at) => isBeside(part.slice(0, at)) && isBeside(part.slice(at + name.length)));
  return PLACES.filter(
    ({ place, words: name }) => !place.isCity && behindStreet.some((part) => isAllOf(name, part)),
  ).map(({ place }) => place);
}

/** Whether these words are nothing but names of cities, provinces and the country. */
function isBeside(text: readonly string[]): boolean {
  let at = 0;
  while (at < text.length) {
    const name = BESIDE.find((one) => one.every((word, index) => text[at + index] === word));
    if (!name) return false;
    at += name.length;
  }
  return true;
}

/** Where the address names the city or province of some of them, the others are out; all are where it names another. */
function inNamedCity(suburbs: Place[], text: readonly string[]): Place[] {
  const isNamed = (name: readonly string[]) => positionsAsPlace(name, text).length > 0;
  const named = new Set(CITIES.filter(({ names }) => names.some(isNamed)).map(({ city }) => city));
  if (named.size === 0) {
    return suburbs;
  }
  const closest = suburbs.filter(({ city }) => isNamed(words(city)));
  return closest.length > 0 ? closest : suburbs.filter(({ city }) => named.has(city));
}
