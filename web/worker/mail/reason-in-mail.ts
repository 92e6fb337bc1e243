import type { Reason } from '#api-contract/order.ts';
import afrikaans from '#api-contract/reasons/af.json' with { type: 'json' };
import zulu from '#api-contract/reasons/zu.json' with { type: 'json' };
import { cleanText, clip } from '#placement/clean-text.ts';
import type { MailLanguage } from './words/words.ts';

interface Words {
  message: string;
  nextStep: string | null;
}
type Catalogue = Record<string, { message: string; nextStep?: string }>;

const catalogues: Partial<Record<MailLanguage, Catalogue>> = { af: afrikaans.reason, zu: zulu.reason };

/** A reason in the language of the e-mail, and in English where that has no words for it; clean, in one line each. */
export function reasonWords({ code, params, ...english }: Reason, language: MailLanguage): Words {
  const catalogue = catalogues[language];
  const words = catalogue && Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
  const fill = (template: string) =>
    template.replace(/\{\{(\w+)\}\}/gu, (mark, name: string) => String(params[name] ?? mark));
  const message = words ? fill(words.message) : english.message;
  const nextStep = words?.nextStep ? fill(words.nextStep) : english.nextStep;
  return { message: oneLine(message), nextStep: nextStep === null ? null : oneLine(nextStep) };
}

const oneLine = (text: string): string => clip(cleanText(text), 500);
