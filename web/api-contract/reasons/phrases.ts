import type { Reason } from '../order.ts';

/** A value that is itself worded by the app, not by a buyer or merchant, by its name in the template. */
const wordedValues = ['source', 'sources'];

/** What a reason says, and what to do about it. */
export interface ReasonWords {
  message: string;
  nextStep?: string;
}

/** A reason in the words that a language has by its code; undefined where it has none. */
export function reasonWords(
  language: Record<string, ReasonWords>,
  { code, params }: Pick<Reason, 'code' | 'params'>,
): ReasonWords | undefined {
  const words = Object.hasOwn(language, code) ? language[code] : undefined;
  if (!words) return;
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name) => String(params[name] ?? mark));
  return { message: fill(words.message), ...(words.nextStep && { nextStep: fill(words.nextStep) }) };
}

interface Template {
  pattern: RegExp;
  names: string[];
  words: string;
}

/**
 * Finds the English sentences that the API words for people in a table of them, `{{name}}` standing for a value. Whoever
 * stored a sentence before it had a translation stored its English, so it is known by that.
 *
 * @param table English to the other language, e.g. `{'The order has the tag "{{tag}}".': …}`
 * @returns the sentence in that language; as it is where the table has no such sentence
 */
export function createPhrases(table: Record<string, string>): (text: string) => string {
  // The most particular first: a value may be anything.
  const templates = Object.entries(table)
    .flatMap(([english, words]) => (english.includes('{{') ? [templateOf(english, words)] : []))
    .toSorted((a, b) => b.pattern.source.length - a.pattern.source.length);
  const one = (text: string): string | undefined => {
    if (Object.hasOwn(table, text)) return table[text];
    for (const { pattern, names, words } of templates) {
      const values = pattern.exec(text)?.slice(1);
      if (values) return filled(words, names, values);
    }
    return undefined;
  };
  const filled = (words: string, names: string[], values: string[]) =>
    words.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
      const value = values[names.indexOf(name)] ?? '';
      if (!wordedValues.includes(name)) return value;
      return value
        .split(', ')
        .map((part) => one(part) ?? part)
        .join(', ');
    });
  return (text) =>
    one(text) ??
    text
      .split('; ')
      .map((part) => one(part) ?? part)
      .join('; ');
}

function templateOf(english: string, words: string): Template {
  const parts = english.split(/\{\{(\w+)\}\}/);
  const escaped = parts.map((part, index) => (index % 2 === 1 ? '(.+)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return {
    pattern: new RegExp(`^${escaped.join('')}$`, 'u'),
    names: parts.filter((_part, index) => index % 2 === 1),
    words,
  };
}
