import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import later from './locales/en-later.json' with { type: 'json' };

const known = new WeakSet<i18n>();

/** The English texts of a screen that the first load leaves out; those of other languages are loaded whole. */
export function useLaterTexts(): void {
  const { i18n: translations } = useTranslation();
  if (known.has(translations)) return;
  known.add(translations);
  translations.addResourceBundle('en', 'translation', later, true);
}
