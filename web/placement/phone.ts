import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { cleanText } from './clean-text.ts';

export type PhoneProblem =
  | 'missing'
  | 'not_south_african'
  | 'perhaps_foreign'
  | 'not_ten_digits'
  | 'several_numbers'
  | 'invalid';
/** `phone` is the interface's form: ten digits, the first a 0. */
export type NormalisedPhone = { ok: true; phone: string } | { ok: false; problem: PhoneProblem };

/**
 * A phone number as people type it, in the interface's form: ten South African digits. An extension is left out, for
 * the interface has no place for it. A field that lists several numbers (`574 1004/5/6/7`, `… or …`) is refused:
 * which one the driver should call is a person's choice. Words beside the number are no part of it (`withWords`).
 * libphonenumber also calls nine- and eleven-digit numbers valid, so exactly ten are demanded on top.
 */
export function normalisePhone(raw: string | null | undefined): NormalisedPhone {
  const text = tidy(raw);
  if (!hasDigit(text)) return { ok: false, problem: 'missing' };
  const parsed = parseOne(text);
  if (parsed.ok) return parsed;
  if (isList(text)) return { ok: false, problem: 'several_numbers' };
  const number = amidWords(text);
  if (number === null) return parsed;
  const alone = parseOne(number);
  return alone.ok && manyDigits.test(text.replace(number, ' ')) ? { ok: false, problem: 'several_numbers' } : alone;
}

/** What was typed, where it says more than a usable number (`… after 5pm`, `… (wife)`); else null. An extension is no word. */
export function withWords(raw: string | null | undefined): string | null {
  const text = tidy(raw);
  if (!normalisePhone(raw).ok) return null;
  const endsInWords = /\p{L}/u.test(text.replace(/^.*\p{Nd}/su, ''));
  return endsInWords || !parseOne(text).ok ? cleanText(raw) : null;
}

/** The calling code of another country that a number names; null where it names none. */
export function foreignCallingCode(raw: string | null | undefined): string | null {
  const text = tidy(raw);
  if (!hasDigit(text) || southAfrican.test(text)) return null;
  const code = parsePhoneNumberFromString(text, southAfrica)?.countryCallingCode ?? '27';
  return code === '27' ? null : code;
}

/** Whether a number without a country code is also one of the country behind `callingCode`. */
export function isAlsoNumberOf(raw: string | null | undefined, callingCode: string): boolean {
  const text = tidy(raw);
  const number = parsePhoneNumberFromString(amidWords(text) ?? text, { defaultCallingCode: callingCode });
  return number?.countryCallingCode === callingCode && number.isValid();
}

const southAfrica = 'ZA';

/** Written as one of South Africa: it names no other country. */
const southAfrican = /^(?:0[1-9]|\+27)[0-9 ()-]*$/;

const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);

/**
 * Clean, with a zero for the letter O (alone among digits and punctuation, never inside a word) and a comma before a
 * further number: libphonenumber drops what follows a semicolon.
 */
function tidy(raw: string | null | undefined): string {
  return cleanText(raw)
    .normalize('NFKC')
    .replace(/(?<!\p{L})[oO]+(?!\p{L})/gu, (letters) => '0'.repeat(letters.length))
    .replace(/;(?=[ (+]*\p{Nd})/gu, ',');
}

function parseOne(text: string): NormalisedPhone {
  const number = parsePhoneNumberFromString(text, southAfrica);
  if (!number) return { ok: false, problem: 'invalid' };
  if (number.countryCallingCode !== '27') return { ok: false, problem: 'not_south_african' };
  const phone = `0${number.nationalNumber}`;
  if (phone.length > 10 && isWithoutTrunkZero(text, number.nationalNumber)) {
    return { ok: false, problem: 'not_south_african' };
  }
  if (phone.length !== 10) return { ok: false, problem: 'not_ten_digits' };
  if (!number.isValid()) return { ok: false, problem: 'invalid' };
  // Behind two commas or an "ext" libphonenumber takes a whole second number for an extension.
  const isSecond = number.ext !== undefined && parseOne(number.ext).ok;
  return isSecond ? { ok: false, problem: 'several_numbers' } : { ok: true, phone };
}

/** Ten digits or more with neither a 0 nor 27 before them are written as in North America, not in South Africa. */
function isWithoutTrunkZero(text: string, nationalNumber: string): boolean {
  return text.replace(/\P{Nd}/gu, '').startsWith(nationalNumber);
}

/** Ten digits from a 0 on, or nine after +27, with what people set between them. */
const wholeNumber = /(?:\+27|0)(?:[ ().-]*\p{Nd}){9}/gu;

/** One that stands by itself, with no digit directly before or behind it. */
const numberByItself = /(?<![+\p{Nd}])(?:(?:\+|00)?27|0)(?:[ ().-]*\p{Nd}){9}(?![ ().-]?\p{Nd})/gu;

/** Enough digits for a number of their own. */
const manyDigits = /(?:\p{Nd}[ ().-]*){7}/u;

/** What libphonenumber cannot tell from the words beside it, as those with a time: the number itself; null where there are none. */
function amidWords(text: string): string | null {
  const number = text.match(numberByItself)?.[0] ?? /^\P{L}*\p{Nd}\P{L}*/u.exec(text)?.[0];
  return number !== undefined && /\p{L}{2}/u.test(text.replace(number, ' ')) ? number : null;
}

/** Whether it lists several numbers, whole ones however they are set apart. */
function isList(text: string): boolean {
  return parts(text).length > 1 || (text.match(wholeNumber)?.length ?? 0) > 1;
}

/** Digits alone may continue a number (`1004/5`); beside words they are a time, or the like. */
const isNumberLike = (piece: string): boolean => hasDigit(piece) && (!/\p{L}/u.test(piece) || manyDigits.test(piece));

/** The pieces of a list of numbers, where at least the first is a number by itself. */
function parts(text: string): string[] {
  const pieces = text.split(/[/,;&|]|\b(?:or|and|of|en)\b/iu).filter(isNumberLike);
  return pieces[0] !== undefined && parseOne(pieces[0]).ok ? pieces : [];
}
