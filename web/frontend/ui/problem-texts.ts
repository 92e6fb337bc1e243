import { useTranslation } from 'react-i18next';
import type { Problem } from '#api-contract/order.ts';

export interface ProblemTexts {
  detail: string;
  nextStep: string | null;
}

/**
 * What a problem says in the panel's language: English is what the API says, the other languages translate it by the
 * last part of its type, and fall back to the API's words.
 */
export function useProblemTexts(): (problem: Problem | null) => ProblemTexts | null {
  const { t } = useTranslation();
  return (problem) => {
    if (problem === null) return null;
    const { type, detail, nextStep = null } = problem;
    const key = `reasons:problem.${type.slice(type.lastIndexOf(':') + 1)}`;
    return {
      detail: t(`${key}.detail`, { defaultValue: detail }),
      nextStep: nextStep === null ? null : t(`${key}.nextStep`, { defaultValue: nextStep }),
    };
  };
}
