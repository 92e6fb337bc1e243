/** Bidirectional controls, zero-width space, word joiners, soft hyphen and byte order mark: invisible, never meant. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** Printable ASCII with single spaces: most of what there is, and clean already. */
const plain = /^[\u0021-\u007E]+(?: [\u0021-\u007E]+)*$/u;

/** What is longer was typed by nobody who wants a parcel: it is cut before anything looks at it. */
const longestLine = 1_000;
const longestNote = 5_000;

/** One line of clean text: NFC, no controls, no invisible marks, no lone surrogates, single spaces; '' for nothing. */
export function cleanText(raw: string | null | undefined): string {
  const text = clip((raw ?? '').trim(), longestLine);
  return plain.test(text) ? text : clean(text).replace(/\s+/gu, ' ').trim();
}

/** Like `cleanText`, but line breaks stay (as `\n`) and spaces inside a line stay as typed. */
export function cleanLines(raw: string | null | undefined): string {
  return clean(clip((raw ?? '').trim(), longestNote))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function clean(text: string): string {
  return text
    .replace(loneSurrogate, '')
    .replace(invisible, '')
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .normalize('NFC');
}

/** At most `max` UTF-16 units; what was cut shows as `…`, and no character is cut in half. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd()}…`;
}

/** For comparing: case, accents, kinds of dash, width and spacing do not matter. */
export function fold(text: string): string {
  const clean = cleanText(text);
  if (plain.test(clean)) return clean.toLowerCase();
  return clean
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
