import { useTranslation } from 'react-i18next';
import type { Figures } from '#api-contract/figures.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { useFigureWords } from '../figure-words.ts';

interface Props {
  /** What each bar stands for, e.g. `Per day`. */
  of: string;
  rows: { label: string; name: string; figures: Figures }[];
}

/** How many deliveries, and how many of them came in time: two charts. */
export function FigureCharts({ of, rows }: Props) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const charts = [
    {
      title: t('results.deliveries'),
      value: ({ deliveries }: Figures) => deliveries,
      text: ({ deliveries }: Figures) => `${deliveries}`,
    },
    {
      title: t('results.onTimeShare'),
      full: { value: 1000, text: words.share(1) },
      value: ({ onTimeShare }: Figures) => (onTimeShare === null ? null : Math.round(onTimeShare * 1000)),
      text: ({ onTimeShare }: Figures) => words.share(onTimeShare),
    },
  ];
  return charts.map(({ title, value, text, full }) => (
    <BlockStack key={title} gap="100">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <BarChart
        full={full}
        caption={`${title}. ${of}`}
        bars={rows.map(({ label, name, figures }) => ({
          label,
          name,
          value: value(figures),
          text: text(figures),
        }))}
      />
    </BlockStack>
  ));
}
