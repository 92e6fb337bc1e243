import { useTranslation } from 'react-i18next';
import type { Reason } from '#api-contract/order.ts';
import { useTimes } from './times.ts';

export interface ReasonTexts {
  message: string;
  nextStep: string | null;
  /** Until when it waits, as a sentence. */
  waits: string | null;
}

/**
 * A reason in the panel's language. English is what the API says; the other languages translate it by its code, and
 * fall back to the API's words where the code is not known.
 */
export function useReasonTexts(): (reason: Reason) => ReasonTexts {
  const { t } = useTranslation();
  const times = useTimes();
  const goesOn = (retrying: boolean) => (retrying ? t('order.goesOn') : null);
  return ({ code, params, message, nextStep, until, retrying }) => ({
    message: t(`reasons:reason.${code}.message`, { ...params, defaultValue: message }),
    nextStep: nextStep === null ? null : t(`reasons:reason.${code}.nextStep`, { ...params, defaultValue: nextStep }),
    waits: until === null ? goesOn(retrying) : t('order.waitsUntil', { time: times.dateTime(until) }),
  });
}
