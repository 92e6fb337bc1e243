import type { Statement } from './statements.ts';

const MOST_CHARACTERS = 500;

/**
 * The service's own words as plain text: one line, no control or invisible characters, at most 500 characters, the
 * key (which an answer might echo) blotted out; '' where it said nothing.
 */
export function serviceWords(statements: Statement[], apiKey: string): string {
  const parts = statements.map(({ field, text }) => {
    if (text === null) return '';
    return field === null || text.includes(field) ? text : `${field}: ${text}`;
  });
  const words = [...new Set(parts)].filter((part) => part !== '').join('; ');
  const code = statements.find((statement) => statement.code !== null)?.code ?? '';
  return cleanText(words === '' ? code : words, apiKey);
}

/** One line of plain, bounded text without control characters or the key. */
export function cleanText(text: string, apiKey: string): string {
  const line = withoutKey(text.toWellFormed(), apiKey)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line.length <= MOST_CHARACTERS) return line;
  // Cut before a pair of surrogates rather than through it.
  return `${line.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The request field at fault, dotted (`items.0.weight`), where the service names one. */
export function fieldAtFault(statements: Statement[]): string | null {
  const named = statements.find((statement) => statement.field !== null)?.field;
  if (named === undefined || named === null) return null;
  const field = named
    .replace(/^#?\//, '')
    .replace(/\[(\w+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^(body|data|delivery|request)\./, '');
  return /^[\w.-]{1,100}$/.test(field) ? field : null;
}

function withoutKey(text: string, apiKey: string): string {
  if (apiKey.length < 4) return text;
  const encoded = Buffer.from(`${apiKey}:`, 'utf8').toString('base64');
  return text.replaceAll(apiKey, '•••').replaceAll(encoded, '•••');
}
