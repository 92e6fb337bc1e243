import { useTranslation } from 'react-i18next';
import type { Figures } from '#api-contract/figures.ts';
import { localesOf } from '#api-contract/language.ts';

/** Writes figures in the panel's language; a dash where nothing can be said. */
export function useFigureWords() {
  const { t, i18n } = useTranslation();
  const locale = localesOf(i18n.language);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const rand = new Intl.NumberFormat(locale, { style: 'currency', currency: 'ZAR' });
  const none = t('app.none');
  return {
    share: (share: number | null) => (share === null ? none : percent.format(share)),
    minutes: ({ medianMinutes }: Figures) =>
      medianMinutes === null ? none : t('measure.minutes', { count: Math.round(medianMinutes) }),
    cost: ({ cost }: Figures) => (cost === null ? none : rand.format(cost)),
  };
}
