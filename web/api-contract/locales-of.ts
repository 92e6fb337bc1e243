/** What `Intl` is to write in: a browser that lacks the language writes as in South Africa all the same. */
export const localesOf = (language: string): string[] => [`${language}-ZA`, 'en-ZA'];
