import type { OrderReference } from './ids.ts';

/** A reference as this app makes it: letters, digits and dashes, so that it is safe in a URL, a note and a file name. */
const referenceForm = /^(?:TEST-)?(?:[A-Za-z]{1,20}-)?\d+(?:-\d+)?(?:-R\d+)?$/u;

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
  const location = from.index === 0 ? '' : `-${from.index + 1}`;
  return `${from.testMode ? 'TEST-' : ''}${prefix}${number}${location}` as OrderReference;
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
  return `${base}-R${Math.max(1, ...used) + 1}` as OrderReference;
}

/** Whether a text has the form of this app's references. */
export function looksLikeReference(text: string): boolean {
  return referenceForm.test(text);
}
