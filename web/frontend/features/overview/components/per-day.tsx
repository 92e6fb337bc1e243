import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { dayName } from '../../../shared/times.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';

/** Placed deliveries of the last two weeks. */
export function PerDay({ overview }: { overview: Overview }) {
  const { t, i18n } = useTranslation();
  const hasAny = overview.perDay.some(({ placed }) => placed > 0);
  return (
    <Section title={t('perDay.title')}>
      {hasAny ? (
        <BarChart
          caption={t('perDay.title')}
          valueName={t('perDay.unit')}
          bars={overview.perDay.map(({ date, placed }) => ({
            label: String(Number(date.slice(8, 10))),
            name: dayName(i18n.language, date),
            value: placed,
          }))}
        />
      ) : (
        <Text as="p" tone="subdued">
          {t('perDay.none')}
        </Text>
      )}
    </Section>
  );
}
