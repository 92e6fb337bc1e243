import type { Reason } from '#api-contract/order.ts';
import afrikaans from '#api-contract/reasons/af.json' with { type: 'json' };
import { type ReasonWords, reasonWords } from '#api-contract/reasons/phrases.ts';
import zulu from '#api-contract/reasons/zu.json' with { type: 'json' };
import { cleanText, clip } from '#placement/clean-text.ts';
import type { MailLanguage } from './words/words.ts';

const languages: Partial<Record<MailLanguage, Record<string, ReasonWords>>> = { af: afrikaans.reason, zu: zulu.reason };

/** A reason in the language of the e-mail, and in English where that has no words for it; clean, in one line each. */
export function reasonInMail(reason: Reason, language: MailLanguage): Pick<Reason, 'message' | 'nextStep'> {
  const words = reasonWords(languages[language] ?? {}, reason);
  const nextStep = words?.nextStep ?? reason.nextStep;
  return { message: oneLine(words?.message ?? reason.message), nextStep: nextStep && oneLine(nextStep) };
}

const oneLine = (text: string): string => clip(cleanText(text), 500);
