import type { Corrections } from '#api-contract/order.ts';
import { cleanText, fold } from './clean-text.ts';
import { normalisePhone } from './phone.ts';
import type { ShopOrder } from './shop-order.ts';

/** What nobody's name or list of numbers exceeds; the rest would only be a burden. */
const mostTerms = 32;
const longestWord = 64;
const leastDigits = 7;
/** The digits that `082 123 4567` and `+27 82 123 4567` share. */
const comparedDigits = 9;

/**
 * What an order is found by, each in the one form in which it is compared: `name thabo`, `phone 821234567`. Personal data.
 *
 * @param corrections of the order's locations: what a person put right is looked for, too.
 */
export function foundBy(order: ShopOrder, corrections: readonly Corrections[]): string[] {
  const { shippingAddress: address, customer, fulfillmentOrders, shippingLines, removedShippingLines, phone } = order;
  const names = [
    ...[address?.name, address?.firstName, address?.lastName],
    ...[customer?.displayName, customer?.firstName, customer?.lastName],
    ...corrections.map(({ dropoff_contact_name: name }) => name),
  ];
  const phones = [
    ...[address?.phone, phone, customer?.phone],
    ...fulfillmentOrders.flatMap(({ contactPhone, destinationPhone }) => [contactPhone, destinationPhone]),
    ...[...shippingLines, ...removedShippingLines].map((line) => line.phone),
    ...corrections.map((corrected) => corrected.dropoff_contact_phone),
  ];
  const terms = [...phones.flatMap(phoneTerms), ...names.flatMap(nameTerms)];
  return [...new Set(terms)].slice(0, mostTerms);
}

/** What a typed text looks for, in the same form: an order must have all of it. Empty where it can be nobody's. */
export function searchedFor(text: string): string[] {
  const words = cleanText(text).split(' ');
  const isName = (word: string): boolean => /\p{L}/u.test(word);
  const names = words.filter(isName).map((word) => `name ${lettersOf(word).join('').slice(0, longestWord)}`);
  const [phone] = phoneTerms(words.filter((word) => !isName(word)).join(' '));
  return [...new Set([...names, ...(phone === undefined ? [] : [phone])])].slice(0, mostTerms);
}

/** Every word, and of `Smith-Jones` and `O'Brien` the parts, too. */
function nameTerms(name: string | null | undefined): string[] {
  const spellings = cleanText(name)
    .split(' ')
    .map(lettersOf)
    .flatMap((parts) => [parts.join(''), ...parts]);
  return spellings.filter((word) => /\p{L}/u.test(word)).map((word) => `name ${word.slice(0, longestWord)}`);
}

const lettersOf = (word: string): string[] => fold(word).split(/[^\p{L}\p{N}]+/u);

/** One per number: some people type several into one field. */
function phoneTerms(text: string | null | undefined): string[] {
  return cleanText(text)
    .split(/[/,;&|]/u)
    .map(digitsOf)
    .filter((digits) => digits.length >= leastDigits)
    .map((digits) => `phone ${digits.slice(-comparedDigits)}`);
}

/** Digits and what people put between them: nothing but the digits counts. */
const bare = /^[0-9 ()+-]*$/;

function digitsOf(text: string): string {
  if (bare.test(text)) return text.replace(/[^0-9]/g, '');
  const normalised = normalisePhone(text);
  return normalised.ok ? normalised.phone : text.normalize('NFKC').replace(/\P{Nd}/gu, '');
}
