import { useTranslation } from 'react-i18next';
import type { Reason } from '#api-contract/order.ts';
import { useTimes } from './times.ts';

export interface ReasonTexts {
  message: string;
  nextStep: string | null;
  /** Until when it waits, as a sentence; that it goes on by itself where neither of the others says what comes. */
  waits: string | null;
}

/**
 * A reason in the panel's language. English is what the API says; the other languages translate it by its code, and
 * fall back to the API's words where the code is not known.
 */
export function useReasonTexts(): (reason: Reason) => ReasonTexts {
  const { t } = useTranslation();
  const times = useTimes();
  const waitsOf = (until: string | null, isUntold: boolean) => {
    if (until !== null) return t('order.waitsUntil', { time: times.dateTime(until) });
    return isUntold ? t('order.goesOn') : null;
  };
  return ({ code, params, message, nextStep, until, retrying }) => ({
    message: t(`reasons:reason.${code}.message`, { ...params, defaultValue: message }),
    nextStep: nextStep === null ? null : t(`reasons:reason.${code}.nextStep`, { ...params, defaultValue: nextStep }),
    waits: waitsOf(until, retrying && nextStep === null),
  });
}
