import { z } from 'zod';

/** Languages of panel and e-mails. */
export const languages = ['en', 'af', 'zu'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

/** `PUT /api/language`, and its answer: what the person who asks wants the panel in. */
export const languageChoice = z.strictObject({ language });

/** What `Intl` is to write in: a browser that lacks the language writes as in South Africa all the same. */
export const localesOf = (language: string): string[] => [`${language}-ZA`, 'en-ZA'];
