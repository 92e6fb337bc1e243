import { localesOf } from './language.ts';

const englishDay = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2} \d{4}\b/g;

/** A slot as the API writes it (`Sat 21 Nov 2026, 14:00–16:00`) with its days in another language. */
export function slotIn(language: string, text: string): string {
  return language === 'en' ? text : text.replace(englishDay, (day) => dayIn(language, day));
}

function dayIn(language: string, day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(localesOf(language), options).format(new Date(`${day} 12:00 UTC`));
}
