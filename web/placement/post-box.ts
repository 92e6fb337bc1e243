import type { AddressParts } from './address.ts';
import { fold } from './clean-text.ts';

const boxes: readonly RegExp[] = [
  /(?:^|[^a-z])p\W{0,2}[o0]\W{0,2}b[o0](?:x|ks)(?:x\W?\d|(?![a-z]))/u,
  /(?:^|[^a-z])p\W{0,2}o\W{0,2}bx\W{0,3}(?:no\W{0,2})?[a-z]?\d/u,
  /(?:^|[^a-z])p(?:\W{0,2}o\W{0,2}|[ ./-]{1,2})bus\W{0,3}(?:n[or]\W{0,2})?[a-z]?\d/u,
  /(?:^|[^a-z])p(\W?)o\1b\W{0,3}(?:no\W{0,2})?\d/u,
  /(?:^|[^a-z])post(?:al| ?office)?[ -]?(?:b[o0]x|b[o0]ks|bag|bus)\W{0,3}(?:no\W{0,2})?[a-z]?\d/u,
  /(?:^|[^a-z])pos[ .-]{0,2}(?:bus|boks)(?![a-z])/u,
  /(?:^|[^a-z])pos[ -]?sak\W{0,3}(?:n[or]\W{0,2})?[a-z]?\W?\d/u,
  /(?:^|[^a-z])(?:private|privaat|pvt|priv)\W{0,2}(?:bag|sak)(?:x\W?\d|(?![a-z]))/u,
  /(?:^|[^a-z])(?:bag|sak)\W{0,3}x\W?\d/u,
  /(?:^|[^a-z])p\W{0,2}(?:bag|sak)\W{0,3}[a-z]?\W?\d/u,
  /(?:^|[^a-z])post(?:e|es)?\W{0,2}restantes?(?![a-z])/u,
  // "Isikhwama seposi", "Lebokose la poso", "Bogisi la poswo": a box or bag of the post.
  /(?:bhoks|bhokis|bokis|bokos|pokis|bogis|khwama|kwama|ngxowa|kotla|kotlana|kgetsi|kgetsana|bege)[a-z]{0,3}\W{1,3}(?:[a-z]{1,3}\W{1,2})?[a-z]{0,2}pos(?:i|o|wo)(?![a-z])/u,
  // "Isikhwama sangasese", "Ingxowa eyodwa", "Mokotla wa phraebete", "Phuraivethe bege": a private bag.
  /khwama\W{1,3}(?:sangasese|esiyimfihlo)|ngxowa\W{1,3}(?:eyodwa|yabucala)/u,
  /(?:kotla|kotlana|kgetsi|kgetsana)\W{1,3}[wy]a\W{1,3}ph?r[a-z]{1,10}|phuraivet[a-z]{1,3}\W{1,3}bege/u,
];

/**
 * Whether a street is a post box, a private bag or the counter of a post office, in any language of South Africa: mail
 * goes there, and no driver can.
 */
export function isPostBox(street: string | null): boolean {
  const text = fold(street ?? '');
  return boxes.some((box) => box.test(text));
}

/** A counter of PostNet, or a numbered suite of whatever: with a private bag, the way to write where mail is fetched. */
const counter =
  /(?:^|[^a-z])post\W?net(?![a-z])|^\W{0,3}(?:suite|ste)\W{0,3}(?:n[or]\W{0,2})?[a-z]?\d{1,5}[a-z]?\W{0,3}$/u;

/** Nothing but a suite of PostNet, where mail is fetched: the counter itself stands in another street of the town. */
const bareSuite = /^\W{0,3}post\W?net\W{1,3}(?:suite|ste)\W{0,3}(?:n[or]\W{0,2})?[a-z]?\d{1,5}[a-z]?\W{0,3}$/u;

/** "Box 123" is the post's as the whole line; beside a street ("27 Boxes, 75 4th Ave") it is one of its units. */
const bareBox = /^\W{0,3}(?:mail[ -]?|p\W{0,2})?b[o0]x\W{0,3}(?:(?:n[or]|number|nommer)\W{0,2})?\d{1,6}\W{0,3}$/u;
const numberedStreet = /(?:^|[^\da-z])\d{1,3}[a-z]?,? [a-z]|(?!ext|bag|sak)[a-z]{3} \d{1,3}$/u;
const streetWord = /(?:^|[^a-z])(?:road|rd|street|st|straat|str|avenue|ave|av|laan|weg|drive|lane|close|cnr)(?![a-z])/u;

/** Whether an address names a box, bag or counter instead of a street; a box beside a street is mail's, and no driver minds. */
export function isPostalAddress({
  address1,
  address2,
  city = null,
  zip = null,
}: Pick<AddressParts, 'address1' | 'address2'> & Partial<Pick<AddressParts, 'city' | 'zip'>>): boolean {
  const [first, second] = [fold(address1 ?? ''), fold(address2 ?? '')];
  const places = [city, zip].map((place) => fold(place ?? '')).filter((place) => place !== '');
  const lines = [first, withoutPlaces(first, places)];
  if (lines.some((line) => bareBox.test(line)))
    return isPostBox(address2) || !(numberedStreet.test(second) || streetWord.test(second));
  const isAlone = ['', ...places].includes(withoutPlaces(second, places));
  if (isAlone && lines.some((line) => bareSuite.test(line))) return true;
  return isPostBox(address1) || (counter.test(first) && isPostBox(address2));
}

/** "Box 123, Hermanus" of Hermanus: what the address says of the place elsewhere is no part of the street. */
function withoutPlaces(street: string, places: readonly string[]): string {
  const place = places.find((one) => street.endsWith(one) && /[^\p{L}\d]/u.test(street.at(-one.length - 1) ?? ''));
  if (place === undefined) return street;
  return withoutPlaces(
    street.slice(0, -place.length).replace(/\W{1,3}$/u, ''),
    places.filter((one) => one !== place),
  );
}
