import { useTranslation } from 'react-i18next';
import type { Problem } from '#api-contract/order.ts';
import { usePhrases, useWhy } from './phrase-texts.ts';

export interface ProblemTexts {
  title: string;
  detail: string;
  nextStep: string | null;
  /** Each value at fault by its field, with what is wrong with it. */
  errors: { field: string; message: string }[];
}

/**
 * What a problem says in the panel's language: English is what the API says, the other languages translate it by the
 * last part of its type, by the reason behind it, or sentence by sentence, and fall back to the API's words.
 */
export function useProblemTexts(): (problem: Problem | null) => ProblemTexts | null {
  const { t } = useTranslation();
  const phrase = usePhrases();
  const whyOf = useWhy();
  return (problem) => {
    if (problem === null) return null;
    const { type, title, detail, nextStep = null, why, errors = [] } = problem;
    const key = `reasons:problem.${type.slice(type.lastIndexOf(':') + 1)}`;
    const next = (words: string) =>
      why ? t(`reasons:reason.${why.code}.nextStep`, { ...why.params, defaultValue: words }) : phrase(words);
    return {
      title: phrase(title),
      // The values are told of one by one; in English the API names the first by its path.
      detail: t(`${key}.detail`, { defaultValue: errors.length > 0 ? `${phrase(title)}.` : whyOf(why, detail) }),
      nextStep: nextStep === null ? null : t(`${key}.nextStep`, { defaultValue: next(nextStep) }),
      errors: errors.map((one) => ({ field: one.field, message: whyOf(one.why, one.message) })),
    };
  };
}
