import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '#api-contract/language.ts';
import en from './locales/en.json' with { type: 'json' };

/** Each in its own words, for whoever looks for it. */
export const languageNames: Record<Language, string> = { en: 'English', af: 'Afrikaans', zu: 'isiZulu' };

/** The panel's texts, and the reasons and rules that the API words in English; English itself is in the first load. */
const loadLanguage = {
  af: () =>
    Promise.all([
      import('./locales/af.json', { with: { type: 'json' } }),
      import('#api-contract/reasons/af.json', { with: { type: 'json' } }),
    ]),
  zu: () =>
    Promise.all([
      import('./locales/zu.json', { with: { type: 'json' } }),
      import('#api-contract/reasons/zu.json', { with: { type: 'json' } }),
    ]),
};

const phrasers = new Map<string, (text: string) => string>();

/** Words the sentences that the API says in English in a language whose texts are there; any other says them as they are. */
export function phraserOf(language: string): (text: string) => string {
  return phrasers.get(language) ?? asItIs;
}

const asItIs = (text: string): string => text;

/** The language of the panel for a locale of the admin, e.g. `af-ZA` → `af`; English where the panel has none. */
export function chooseLanguage(locale: string | null | undefined): Language {
  const wanted = locale?.toLowerCase().split('-')[0];
  return languages.find((language) => language === wanted) ?? 'en';
}

/** Starts the translations; resolves when the texts of `language` are there. */
export async function startTranslations(language: Language): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes.
    interpolation: { escapeValue: false },
  });
  await loadTexts(instance, language);
  return instance;
}

/** Puts everything that is shown into another language, once its texts are there. */
export async function switchLanguage(instance: i18n, language: Language): Promise<void> {
  await loadTexts(instance, language);
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}

/** @throws where they cannot be loaded, and to load the panel anew would not help. */
export async function loadTexts(instance: i18n, language: Language): Promise<void> {
  if (language === 'en' || instance.hasResourceBundle(language, 'reasons')) return;
  const [[texts, reasons], { createPhrases }] = await Promise.all([
    loadLanguage[language](),
    import('#api-contract/reasons/phrases.ts'),
  ]);
  phrasers.set(language, createPhrases(reasons.default.phrase));
  instance.addResourceBundle(language, 'translation', texts.default);
  instance.addResourceBundle(language, 'reasons', reasons.default);
}
