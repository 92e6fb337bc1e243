import { useTranslation } from 'react-i18next';
import { localesOf } from '#api-contract/language.ts';

/** Writes distances and durations: the interface gives metres and seconds, a person reads km and minutes. */
export function useMeasures() {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(localesOf(i18n.language), { maximumFractionDigits: 1 });
  return {
    distance: (metres: number) => `${number.format(metres / 1000)} km`,
    duration: (seconds: number) => {
      if (seconds < 90) return t('measure.seconds', { count: Math.max(1, Math.round(seconds)) });
      return t('measure.minutes', { count: Math.round(seconds / 60) });
    },
  };
}
