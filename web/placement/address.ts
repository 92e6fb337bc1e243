import { cleanText, clip, fold } from './clean-text.ts';
import { provinceName, provinceOf } from './province.ts';

/** The parts of an address; a Shopify `MailingAddress` and an assigned location both fit. */
export interface AddressParts {
  company?: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode?: string | null;
  zip: string | null;
  country: string | null;
  countryCode: string | null;
}

export type AddressLine = { ok: true; line: string } | { ok: false; problem: AddressProblem };
export type AddressProblem = 'street_missing' | 'street_unusable' | 'city_missing';

/** No limit is published; longer than any address that Shopify's own fields (255 each) can hold. */
export const addressLimit = 1000;

/**
 * An address in one line: company, address1, address2, city, province, postcode, country. In South Africa `address2`
 * is often the suburb or the unit, so it is never dropped; a part that an earlier one already says in full is, and so
 * is what only fills a field (`N/A`, `-`).
 */
export function addressLine(address: AddressParts): AddressLine {
  const street = cleanPart(address.address1);
  const city = realPart(address.city);
  if (street === '') return { ok: false, problem: 'street_missing' };
  if (city === '') return { ok: false, problem: 'city_missing' };
  const place = [city, cleanPart(address.province), provinceOfAddress(address), cleanPart(address.zip)];
  if (!isStreet(street, [...place, countryOf(address)])) return { ok: false, problem: 'street_unusable' };
  const second = realPart(address.address2);
  const locality = withoutRepeats([
    street,
    second,
    city,
    provinceOfAddress(address),
    postcode(address),
    countryOf(address),
  ]);
  const company = realPart(address.company);
  const known = saidBy([street, second]);
  const parts = company === '' || known.has(fold(company)) ? locality : [company, ...locality];
  return { ok: true, line: clip(parts.join(', '), addressLimit) };
}

/** `yes` by country code, else by country name, else by a South African province; `unknown` where nothing is named. */
export function inSouthAfricaByName(
  address: Pick<AddressParts, 'country' | 'countryCode' | 'province'>,
): 'yes' | 'no' | 'unknown' {
  const code = fold(address.countryCode ?? '');
  const country = fold(address.country ?? '');
  if (code !== '') return code === 'za' ? 'yes' : 'no';
  if (country !== '') return ['south africa', 'suid-afrika', 'za', 'rsa'].includes(country) ? 'yes' : 'no';
  return provinceOf(address.province) === null ? 'unknown' : 'yes';
}

/** Four digits where the country is South Africa: leading zeros that a spreadsheet ate are put back. */
export function postcode(address: Pick<AddressParts, 'zip' | 'country' | 'countryCode' | 'province'>): string {
  const zip = cleanPart(address.zip);
  return /^(?!0+$)\d{1,3}$/u.test(zip) && inSouthAfricaByName(address) === 'yes' ? zip.padStart(4, '0') : zip;
}

function provinceOfAddress(address: AddressParts): string {
  const given = cleanPart(address.province);
  if (given !== '' && provinceOf(given) === null) return given;
  const code = provinceOf(given) ?? provinceOf(address.provinceCode);
  if (code === null) return cleanPart(address.provinceCode);
  return given.length > 3 ? given : provinceName(code);
}

function countryOf(address: AddressParts): string {
  const country = cleanPart(address.country);
  if (country !== '') return country;
  return inSouthAfricaByName(address) === 'yes' ? 'South Africa' : cleanPart(address.countryCode);
}

const separators = new Set([' ', ',', ';']);

function cleanPart(part: string | null | undefined): string {
  const text = cleanText(part);
  let start = 0;
  let end = text.length;
  while (separators.has(text.charAt(start))) start += 1;
  while (end > start && separators.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** What people type where a form insists on a value. Folded, without dots and slashes. */
const fillers = ['na', 'none', 'null', 'nil', 'undefined', 'unknown', 'nvt', 'geen', '0', 'tba', 'tbc'];

/** A part that says something; '' for what only fills the field. */
function realPart(part: string | null | undefined): string {
  const text = cleanPart(part);
  const letters = fold(text).replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' || fillers.includes(letters) ? '' : text;
}

/** A street has a letter, is none of the texts that stand for nothing, and is not city, province or country over again. */
function isStreet(street: string, place: readonly string[]): boolean {
  const rest = place.map(wordsOf).reduce((left, named) => left.replaceAll(named, ''), wordsOf(street));
  return /\p{L}/u.test(street) && realPart(street) !== '' && !/^lorem ipsum/iu.test(street) && rest !== '';
}

/** Folded, each word in brackets: a name within a longer one is none. */
const wordsOf = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((one) => `<${one}>`).join('');

function withoutRepeats(parts: readonly string[]): string[] {
  const known = new Set<string>();
  return parts.filter((part) => {
    const isNew = part !== '' && !known.has(fold(part));
    for (const said of saidBy([part])) known.add(said);
    return isNew;
  });
}

/** What the parts say, folded: each whole and each of its comma-separated pieces. */
function saidBy(parts: readonly string[]): Set<string> {
  return new Set(parts.flatMap((part) => [part, ...part.split(',')]).map(fold));
}
