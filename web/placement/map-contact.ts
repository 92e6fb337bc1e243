import type { Reason } from '#api-contract/order.ts';
import { cleanText, clip } from './clean-text.ts';
import { formatCoordinates, parseCoordinates } from './coordinates.ts';
import { byPerson, faulty, found, leftOut, type MappedValue } from './mapped-value.ts';
import {
  foreignCallingCode,
  isAlsoNumberOf,
  type NormalisedPhone,
  normalisePhone,
  type PhoneProblem,
  withWords,
} from './phone.ts';
import { cleanRemarks } from './remarks.ts';

/** A place where a value may stand, named for a person. */
export interface Source {
  name: string;
  value: string | null | undefined;
}

const nameLimit = 255;

/** The first that is a name, not only a dot or dash where a form insisted on one; a person's as it was typed. */
export function mapName(field: string, sources: readonly Source[], missing: () => Reason): MappedValue {
  const given = sources
    .map(({ name, value }) => ({ name, text: clip(cleanText(value), nameLimit) }))
    .filter(({ text }) => text !== '');
  const first = given.find(({ name, text }) => name === byPerson || /[\p{L}\p{N}]/u.test(text)) ?? given[0];
  return first ? found(first.text, first.name) : faulty(field, missing());
}

/**
 * The first usable number; where there is none, the problem is that of the first one given. A number without country
 * code counts as foreign where another one names a country whose number it could be as well.
 */
export function mapPhone(
  field: string,
  sources: readonly Source[],
  unusable: (problem: PhoneProblem) => Reason,
): MappedValue {
  let problem: PhoneProblem = 'missing';
  const passedOver: string[] = [];
  const abroad = callingCodes(sources);
  for (const { name, value } of sources) {
    const phone = readPhone(value, abroad);
    if (phone.ok) return found(phone.phone, phoneOrigin(name, cleanText(value), phone.phone, passedOver));
    if (phone.problem === 'missing') continue;
    if (problem === 'missing') problem = phone.problem;
    passedOver.push(name);
  }
  return faulty(field, unusable(problem));
}

/** What was typed with the number that `mapPhone` takes, where it says more; else null. */
export function wordsWithPhone(sources: readonly Source[]): string | null {
  const abroad = callingCodes(sources);
  const taken = sources.find(({ value }) => readPhone(value, abroad).ok);
  return withWords(taken?.value);
}

const callingCodes = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ value }) => foreignCallingCode(value) ?? []);

function readPhone(value: Source['value'], abroad: readonly string[]): NormalisedPhone {
  const phone = normalisePhone(value);
  const isDoubtful = phone.ok && abroad.some((code) => isAlsoNumberOf(value, code));
  return isDoubtful ? { ok: false, problem: 'perhaps_foreign' } : phone;
}

function phoneOrigin(source: string, raw: string, phone: string, passedOver: readonly string[]): string {
  const normalised = raw === phone ? '' : `, normalised from ${clip(raw, 60)}`;
  const others = passedOver.length === 0 ? '' : ` (not usable: ${passedOver.join(', ')})`;
  return `${source}${normalised}${others}`;
}

/** A person's coordinates: checked like any others; null or '' leaves them out. */
export function correctedCoordinates(field: string, text: string | null, unusable: () => Reason): MappedValue {
  const read = parseCoordinates(text ?? '');
  if (read.ok) return found(read.coordinates, byPerson);
  return read.problem === 'missing' ? leftOut('left out by a person') : faulty(field, unusable());
}

const coordinatesWords = {
  missing: 'none given',
  incomplete: 'left out: only one of latitude and longitude is given',
  unreadable: 'left out: not numbers',
  zero: 'left out: (0, 0) is no real place',
  outside_south_africa: 'left out: the point is outside South Africa',
} as const;

/** Shopify's coordinates, left out with the reason where they are not a point in South Africa. */
export function mapCoordinates(latitude: number | null, longitude: number | null, source: string): MappedValue {
  const formatted = formatCoordinates(latitude, longitude);
  return formatted.ok ? found(formatted.coordinates, source) : leftOut(coordinatesWords[formatted.problem]);
}

/** Remarks; a correction, also one that empties them, wins. */
export function mapRemarks(corrected: string | null | undefined, own: Source): MappedValue {
  const text = cleanRemarks(corrected === undefined ? own.value : corrected);
  if (corrected !== undefined) return text === '' ? leftOut('left out by a person') : found(text, byPerson);
  return text === '' ? leftOut('none given') : found(text, own.name);
}
