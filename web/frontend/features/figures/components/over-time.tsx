import { useTranslation } from 'react-i18next';
import type { FiguresView } from '#api-contract/figures.ts';
import { dayName, monthName } from '../../../shared/times.ts';
import { Expander } from '../../../ui/expander.tsx';
import { InlineGrid } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import { FigureCharts } from './figure-charts.tsx';
import { FigureTable } from './figure-table.tsx';

/** More days than these are shown by the month. */
const mostDays = 31;

/** Per day, or per month over a longer time. */
export function OverTime({ view }: { view: FiguresView }) {
  const { t, i18n } = useTranslation();
  const byDay = view.perDay.length <= mostDays;
  const rows = byDay
    ? view.perDay.map((day) => ({
        label: String(Number(day.date.slice(8, 10))),
        name: dayName(i18n.language, day.date),
        figures: day,
      }))
    : view.perMonth.map((month) => ({
        label: monthName(i18n.language, month.month, 'short'),
        name: monthName(i18n.language, month.month, 'long'),
        figures: month,
      }));
  const title = byDay ? t('results.perDay') : t('results.perMonth');
  return (
    <Section title={title}>
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        <FigureCharts of={title} rows={rows} />
      </InlineGrid>
      <Expander label={t('results.showNumbers')}>
        <FigureTable
          caption={title}
          of={byDay ? t('results.day') : t('results.month')}
          rows={rows}
          hasCost={view.total.cost !== null}
        />
      </Expander>
    </Section>
  );
}
