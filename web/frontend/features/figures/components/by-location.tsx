import { useTranslation } from 'react-i18next';
import type { FiguresView } from '#api-contract/figures.ts';
import { InlineGrid } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import { FigureCharts } from './figure-charts.tsx';
import { FigureTable } from './figure-table.tsx';

/** The figures of each place that goods were collected from. */
export function ByLocation({ view }: { view: FiguresView }) {
  const { t } = useTranslation();
  const rows = view.perLocation.map((place) => ({
    label: place.locationName,
    name: place.locationName,
    figures: place,
  }));
  const title = t('results.perLocation');
  return (
    <Section title={title}>
      {rows.length < 2 ? null : (
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
          <FigureCharts of={title} rows={rows} />
        </InlineGrid>
      )}
      <FigureTable caption={title} of={t('results.location')} rows={rows} hasCost={view.total.cost !== null} />
    </Section>
  );
}
