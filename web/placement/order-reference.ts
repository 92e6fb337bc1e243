import type { OrderReference, ShopDomain } from './ids.ts';

/** What a reference is made of. */
interface Parts {
  testMode: boolean;
  /** Letters, ending in `-`; empty for none. */
  prefix: string;
  /** `Order.number`, digits. */
  number: string;
  /** 0 for the first location. */
  index: number;
  /** 1 for the first sending of these goods. */
  sending: number;
}

/** A reference as this app makes it: letters, digits and dashes, so that it is safe in a URL, a note and a file name. */
const referenceForm = /^(?:TEST-)?(?:[A-Za-z]{1,20}-)?(\d+)(?:-(\d+))?(?:-R(\d+))?$/u;

/**
 * The reference of an order's delivery: the order number, bare for the first location (index 0), `1001-2` for the
 * second and so on; behind the shop's prefix, and behind `TEST-` in test mode. Given once per delivery and stored,
 * never computed again.
 */
export function orderReference(from: {
  /** `Order.number`. */
  number: number;
  index: number;
  prefix: string;
  testMode: boolean;
}): OrderReference {
  const number = String(from.number).replace(/\D/gu, '') || '0';
  const prefix = from.prefix.replace(/[^A-Za-z-]/gu, '').slice(0, 40);
  return written({ ...from, number, prefix, sending: 1 });
}

/**
 * A prefix of a shop's own, for services whose references are unique over several shops: its name in letters. Where that
 * loses something of the name (`kettles-2`, `kettlesc`), five letters made of the whole name follow: the same for a shop
 * that comes back, and hardly ever those of another one, whose second use of a reference is refused.
 */
export function prefixOf(shop: ShopDomain): string {
  const name = shop.replace(/\.myshopify\.com$/u, '');
  const letters = name
    .replace(/\d/gu, (digit) => String.fromCharCode(65 + Number(digit)))
    .replace(/[^a-z]/giu, '')
    .toUpperCase();
  const isWhole = letters === name.toUpperCase() && letters.length <= 20;
  if (isWhole && letters !== 'TEST') return `${letters}-`;
  const short = letters.length > 15 ? letters.slice(0, 8) + letters.slice(-7) : letters;
  return `${short}${fiveLetters(name)}-`;
}

/** Names that differ in one character only never have the same ones. */
function fiveLetters(name: string): string {
  let rest = new TextEncoder().encode(name).reduce((sum, byte) => (sum * 31 + byte) % 26 ** 5, 0);
  let letters = '';
  for (let count = 0; count < 5; count += 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26);
  }
  return letters;
}

/**
 * The reference of a new delivery for the same goods as `reference`: `-R2`, then `-R3`, one above every one that
 * `existing` (all references of the order, those of deliveries that ended included) already uses.
 */
export function newReference(reference: OrderReference, existing: readonly string[]): OrderReference {
  const base = reference.replace(/-R\d+$/u, '');
  const used = [reference, ...existing]
    .filter((other) => other.startsWith(`${base}-R`))
    .map((other) => Number(/^\d{1,9}$/u.exec(other.slice(base.length + 2))?.[0] ?? 1));
  return `${base}${sendingOf(Math.max(1, ...used) + 1)}` as OrderReference;
}

/**
 * The same reference under another prefix, and on the other side of test mode: number, location and sending stay. One
 * that is none of ours stays as it is.
 */
export function renamed(
  reference: OrderReference,
  { prefix, testMode }: { prefix: string; testMode: boolean },
): OrderReference {
  const [, number, index, sending] = referenceForm.exec(reference) ?? [];
  if (number === undefined) return reference;
  return written({ testMode, prefix, number, index: Number(index ?? 1) - 1, sending: Number(sending ?? 1) });
}

/** Whether a text has the form of this app's references. */
export function looksLikeReference(text: string): boolean {
  return referenceForm.test(text);
}

/** Whether it is a reference of the order with this number, under whatever prefix. */
export function isReferenceOf(number: number, text: string): boolean {
  return referenceForm.exec(text)?.[1] === String(number);
}

function written({ testMode, prefix, number, index, sending }: Parts): OrderReference {
  const location = index === 0 ? '' : `-${index + 1}`;
  return `${testMode ? 'TEST-' : ''}${prefix}${number}${location}${sendingOf(sending)}` as OrderReference;
}

const sendingOf = (sending: number): string => (sending === 1 ? '' : `-R${sending}`);
