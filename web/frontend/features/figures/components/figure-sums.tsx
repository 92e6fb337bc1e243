import { useTranslation } from 'react-i18next';
import type { FiguresView } from '#api-contract/figures.ts';
import { dayName } from '../../../shared/times.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { useFigureWords } from '../figure-words.ts';

/** What all deliveries of the time came to. */
export function FigureSums({ view: { total, from, to } }: { view: FiguresView }) {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  const facts = [
    { label: t('results.deliveries'), value: total.deliveries },
    { label: t('results.delivered'), value: total.delivered },
    { label: t('results.onTimeShare'), value: words.share(total.onTimeShare) },
    { label: t('results.failedShare'), value: words.share(total.failedShare) },
    { label: t('results.median'), value: words.minutes(total) },
    ...(total.cost === null ? [] : [{ label: t('results.cost'), value: words.cost(total) }]),
  ];
  const days = { from: dayName(i18n.language, from), to: dayName(i18n.language, to) };
  return (
    <Section title={t('results.total')} intro={t('results.counted', days)}>
      <Facts facts={facts} />
    </Section>
  );
}

/** How far back the figures are whole, where the time asked for begins before that. */
export function KeptSince({ view: { keptSince, keptDays } }: { view: FiguresView }) {
  const { t, i18n } = useTranslation();
  return (
    <Notice tone="info" title={t('results.keptSince', { date: dayName(i18n.language, keptSince) })}>
      <NoticeText>{t('results.kept', { count: keptDays })}</NoticeText>
    </Notice>
  );
}
