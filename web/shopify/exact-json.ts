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

const [comma, brace, bracket] = [0x2c, 0x7b, 0x5b];
/** An order of 500 items has some 100,000. */
const mostValues = 300_000;

/** Whether parsing would hold the process for long: small values cost far more time than their bytes. */
export function hasTooManyValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === comma || character === brace || character === bracket) values += 1;
  }
  return values > mostValues;
}
