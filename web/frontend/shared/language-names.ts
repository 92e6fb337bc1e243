import type { Language } from '#api-contract/language.ts';

/** Each in its own words, for whoever looks for it. */
export const languageNames: Record<Language, string> = { en: 'English', af: 'Afrikaans', zu: 'isiZulu' };
