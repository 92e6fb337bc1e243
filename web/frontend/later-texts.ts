import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';

const known = new WeakMap<i18n, Set<object>>();

/** The English texts of a screen that the first load leaves out; those of other languages are loaded whole. */
export function useLaterTexts(texts: object): void {
  const { i18n: translations } = useTranslation();
  const added = known.get(translations) ?? new Set();
  if (added.has(texts)) return;
  known.set(translations, added.add(texts));
  translations.addResourceBundle('en', 'translation', texts, true);
}
