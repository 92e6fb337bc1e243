import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Reason, RuleTrace } from '#api-contract/order.ts';
import { createPhrases } from './phrases.ts';

/** What keeps a value from being sent, or what a rule found, worded by its code where it has one. */
export function useWhy(): (why: Pick<Reason, 'code' | 'params'> | undefined, message: string) => string {
  const { t } = useTranslation();
  const phrase = usePhrases();
  return (why, message) =>
    why ? t(`reasons:reason.${why.code}.message`, { ...why.params, defaultValue: message }) : phrase(message);
}

/** Rules whose input is the merchant's or the buyer's own words: never taken for a phrase of ours. */
const quoted = ['location', 'included tags', 'excluded tags', 'delivery method', 'in South Africa', 'province'];

/** A rule of the why-trace in the panel's language: its name, what it looked at and what it found. */
export function useRuleTexts(): (rule: RuleTrace) => { name: string; input: string; message: string } {
  const { t } = useTranslation();
  const phrase = usePhrases();
  const whyOf = useWhy();
  return ({ rule, input, message, why }) => ({
    name: t(`reasons:rule.${rule}`, { defaultValue: rule.charAt(0).toUpperCase() + rule.slice(1) }),
    input: quoted.includes(rule) ? input : phrase(input),
    message: whyOf(why, message),
  });
}

/** A sentence that the API words in English, in the panel's language; as it is where it is not one of ours. */
export function usePhrases(): (text: string) => string {
  const { i18n } = useTranslation();
  const words: unknown = i18n.getResource(i18n.language, 'reasons', 'phrase');
  return useMemo(() => createPhrases(z.record(z.string(), z.string()).catch({}).parse(words)), [words]);
}
