import { useTranslation } from 'react-i18next';
import type { Reason } from '#api-contract/order.ts';
import { phraserOf } from '../i18n.ts';

/** What keeps a value from being sent, or what a rule found, worded by its code where it has one. */
export function useWhy(): (why: Pick<Reason, 'code' | 'params'> | undefined, message: string) => string {
  const { t } = useTranslation();
  const phrase = usePhrases();
  return (why, message) =>
    why ? t(`reasons:reason.${why.code}.message`, { ...why.params, defaultValue: message }) : phrase(message);
}

/** A sentence that the API words in English, in the panel's language; as it is where it is not one of ours. */
export function usePhrases(): (text: string) => string {
  return phraserOf(useTranslation().i18n.language);
}
