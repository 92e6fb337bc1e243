import { fold } from './clean-text.ts';

const masked = '•••';
const unbroken = /\S+/gu;
/** Say nothing of anybody, and are in every remark. */
const small = new Set(
  'a an and are at be by for from has in is it no not of on or that the this to was with'.split(' '),
);
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;

/**
 * Somebody else's text about an order without what it may say of the buyer: every word of `known`, whatever its case and
 * accents, numbers of three digits and more, e-mail addresses, and names that `known` does not have, which show by a capital
 * inside a sentence. Masks too much rather than too little.
 *
 * @param known the buyer's values as they were sent: name, address, phone, remarks
 * @param kept stays readable: our own reference
 */
export function maskWords(text: string, known: readonly string[], kept: string): string {
  const theirs = new Set(known.flatMap((value) => fold(value).match(word) ?? []).filter((one) => !small.has(one)));
  const ours = new Set(kept.match(word));
  const unaddressed = text.replace(unbroken, (found) => (found.includes('@') ? masked : found));
  return unaddressed
    .replace(word, (found, offset: number) => {
      if (ours.has(found)) return found;
      const isNamed = /^\p{Lu}/u.test(found) && !startsSentence(unaddressed, offset);
      return isNamed || theirs.has(fold(found)) || /\d.*\d.*\d/u.test(found) ? masked : found;
    })
    .replace(/•••(?:[\s,.-]*•••)+/gu, masked);
}

function startsSentence(text: string, offset: number): boolean {
  return /(?:^|[.!?:]\s+)["'“‘(]*$/u.test(text.slice(0, offset));
}
