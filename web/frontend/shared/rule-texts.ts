import { useTranslation } from 'react-i18next';
import type { RuleTrace } from '#api-contract/order.ts';
import { usePhrases, useWhy } from '../ui/phrase-texts.ts';

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
