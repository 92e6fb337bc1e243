/** What no text of PostgreSQL holds: NUL, and halves of characters. */
const unstorable = /\0|\p{Surrogate}/gu;

/** The same data with every text in a form that can be stored. */
export function storable<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return isStorable(value) ? value : value.replace(unstorable, '');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
