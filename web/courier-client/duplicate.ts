import type { Statement } from './statements.ts';

const REFERENCE = /\b(order )?(reference|ref)\b|\b(order|external|client) (id|number|no)\b/;
/** The field's own name; `reference` alone may be the number of the answer. */
const NAMED = /\b(order|external|client) (reference|ref)\b/;
const TAKEN =
  /\bduplicat(e|es|ed|ion)\b|\bnot unique\b|\bbe unique\b|\bunique (constraint|violation|key)\b|\b(is|been|already) (in use|taken|used)\b|\balready (been )?(exists?|existing|registered|submitted|placed|known|present|used|taken|booked|created|processed|scheduled|assigned|claimed)\b|\b(exists|claimed) already\b/;
/** A machine's code has no grammar: `order_reference_taken`, `reference_exists`. */
const TAKEN_CODE = /\b(duplicate|taken|exists|used|unique|conflict)\b/;
const OTHER_FIELD =
  /\b(address|phone|contact(?! (us|support|our|the|your)\b)|coordinates?|items?|parcel|weight|height|width|length|remarks)\b/;
/** What a 409 may be about besides the reference. */
const OTHER_CONFLICT =
  /\b(slots?|capacity|area|hours?|closed|drivers?|vehicles?|balance|credit|limit|payment|maintenance|coverage|zone)\b/;
/** What has a reference; in `delivery slots` and `slots for same-day delivery` nothing has. */
const REFERENCED = new RegExp(
  `(?<!\\bfor same day )\\b(delivery|order|booking|shipment|request|job)\\b(?! ${OTHER_CONFLICT.source})`,
);
/** Says so, too, unless it says what there is none of. */
const EXISTS = /\breference( \w+)? exists\b/;
const NONE = /\b(no|none|not|unknown|without)\b/;
/** What says so only beside the reference. */
const TAKEN_BESIDE = new RegExp(
  String.raw`\balready (have |has )?an? (\w+ )?${REFERENCED.source}|\bunique\b|\bin use\b|\breused?\b|\brepeat(s|ed)?\b|\banother (delivery|order|booking) (uses|has)\b|\bbelongs to another\b`,
);
/** Complaints about the reference's form: as final as those about any other field. */
const FORM =
  /\b(required|missing|blank|empty|null|long|short|length|exceeds|characters?|letters?|digits?|alphanumeric|numeric|spaces|max|min|maximum|minimum|format|pattern|valid|invalid|malformed|string|type)\b/;

/**
 * Whether a 4xx says that the order reference is taken. A 409 does unless it clearly speaks of something else; any
 * other status must say so, in words, by a machine's code, or by faulting the reference's field for anything but its form.
 */
export function isDuplicate(status: number, statements: Statement[]): boolean {
  if (statements.some(saysTaken)) return true;
  if (status === 409) return !statements.some(speaksOfSomethingElse);
  return statements.some(faultsReference);
}

/**
 * Whether another refusal may mean it all the same: it names the reference and no other field. It may as well only say
 * which order it is about, so whoever hears it asks whether the reference is taken, and takes it for a refusal until then.
 */
export function mayBeTaken(statements: Statement[]): boolean {
  return statements.some(({ field, text, code }) => {
    const said = words(text, code);
    if (field !== null) return false;
    if (REFERENCE.test(said) && /\b(already|exists)\b/.test(said)) return true;
    return NAMED.test(said) && ![FORM, OTHER_FIELD, OTHER_CONFLICT].some((other) => other.test(said));
  });
}

function faultsReference({ field, text, code }: Statement): boolean {
  return field !== null && REFERENCE.test(words(field)) && !FORM.test(words(text, code));
}

function saysTaken({ field, code, text }: Statement): boolean {
  const said = words(code, text);
  if (REFERENCE.test(words(code)) && TAKEN_CODE.test(words(code))) return true;
  const isBeside = TAKEN_BESIDE.test(said) || (EXISTS.test(said) && !NONE.test(said));
  if (field === null && REFERENCE.test(said) && isBeside) return true;
  if (!TAKEN.test(said)) return false;
  if (REFERENCE.test(words(field)) || REFERENCE.test(said)) return true;
  if (OTHER_FIELD.test(words(field)) || OTHER_FIELD.test(said)) return false;
  if (isOtherTaken(words(field, code, text))) return false;
  const sentences = [code ?? '', ...(text ?? '').split(/[.:;!?]\s/)].map((sentence) => words(sentence));
  const others = sentences.filter(isOtherTaken).length;
  return others === 0 || others < sentences.filter((sentence) => TAKEN.test(sentence)).length;
}

/** `all slots are already booked`: what is taken stands first, and no delivery is named as the one that takes it. */
function isOtherTaken(said: string): boolean {
  return OTHER_CONFLICT.test(said.slice(0, Math.max(0, said.search(TAKEN)))) && !REFERENCED.test(said);
}

function speaksOfSomethingElse({ field, code, text }: Statement): boolean {
  const said = words(field, code, text);
  return !REFERENCE.test(said) && (OTHER_CONFLICT.test(said) || OTHER_FIELD.test(said));
}

/** `duplicateOrderReference`, `order_reference` and `order-reference` read as words. */
function words(...parts: (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}
