import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { cleanText } from './clean-text.ts';

export type PhoneProblem = 'missing' | 'not_south_african' | 'not_ten_digits' | 'several_numbers' | 'invalid';
/** `phone` is the interface's form: ten digits, the first a 0. */
export type NormalisedPhone = { ok: true; phone: string } | { ok: false; problem: PhoneProblem };

/**
 * A phone number as people type it, in the interface's form: ten South African digits. An extension is left out, for
 * the interface has no place for it. A field that lists several numbers (`574 1004/5/6/7`, `… or …`) is refused:
 * which one the driver should call is a person's choice. libphonenumber also calls nine- and eleven-digit numbers
 * valid, so exactly ten are demanded on top.
 */
export function normalisePhone(raw: string | null | undefined): NormalisedPhone {
  const text = cleanText(raw).normalize('NFKC');
  if (!/\p{Nd}/u.test(text)) return { ok: false, problem: 'missing' };
  const parsed = parseOne(text);
  if (parsed.ok) return parsed;
  return parts(text).length > 1 ? { ok: false, problem: 'several_numbers' } : parsed;
}

function parseOne(text: string): NormalisedPhone {
  // The letter O typed for a zero: alone among digits and punctuation, never inside a word.
  const digits = text.replace(/(?<!\p{L})[oO]+(?!\p{L})/gu, (letters) => '0'.repeat(letters.length));
  const number = parsePhoneNumberFromString(digits, 'ZA');
  if (!number) return { ok: false, problem: 'invalid' };
  if (number.countryCallingCode !== '27') return { ok: false, problem: 'not_south_african' };
  const phone = `0${number.nationalNumber}`;
  if (phone.length !== 10) return { ok: false, problem: 'not_ten_digits' };
  return number.isValid() ? { ok: true, phone } : { ok: false, problem: 'invalid' };
}

/** The pieces of a list of numbers, where at least the first is a number by itself. */
function parts(text: string): string[] {
  const pieces = text.split(/[/,;&|]|\b(?:or|and|of|en)\b/iu).filter((piece) => /\p{Nd}/u.test(piece));
  return pieces[0] !== undefined && parseOne(pieces[0]).ok ? pieces : [];
}
