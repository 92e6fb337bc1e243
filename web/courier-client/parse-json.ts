/** What no text of a database holds: NUL, and halves of characters. */
const unstorable = /\0|\p{Surrogate}/gu;

/**
 * Parses JSON without losing digits of large whole numbers (they become digit strings), every text in a form that can be
 * stored; undefined where it is none.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'string') return value.replace(unstorable, '');
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
