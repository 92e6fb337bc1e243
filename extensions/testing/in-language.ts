import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = { [key: string]: string | Texts };

/** `shopify.i18n.translate` over an extension's own locale files; a key without a text is shown as it is. */
export function inLanguage(extension: string, language: string) {
  const file = language === 'en' ? 'en.default.json' : `${language}.json`;
  const place = join(import.meta.dirname, '..', extension, 'locales', file);
  const texts = JSON.parse(readFileSync(place, 'utf8')) as Texts;
  // Shopify's own signature promises whatever type the caller wants.
  return (key: string, values: Record<string, unknown> = {}): never => {
    const found = key.split('.').reduce<string | Texts | undefined>(into, texts);
    const text = typeof found === 'object' ? found[Number(values['count']) === 1 ? 'one' : 'other'] : found;
    const shown = typeof text === 'string' ? text : key;
    return shown.replaceAll(/\{\{(\w+)\}\}/g, (_all, name) => String(values[name])) as never;
  };
}

function into(texts: string | Texts | undefined, part: string): string | Texts | undefined {
  return typeof texts === 'object' ? texts[part] : undefined;
}
