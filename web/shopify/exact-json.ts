/** The third argument of a reviver: the source text of a primitive (ECMAScript's JSON.parse source text access). */
type SourceReviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const keepDigits: SourceReviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/**
 * JSON in which integers beyond 2^53 stay what they are, as strings of their digits. Shopify's own sample order has such
 * an id, and a plain parse changes its last digits. The second parse runs only where a long number occurs.
 */
export function parseExactJson(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]) : JSON.parse(text);
}
