import { useTranslation } from 'react-i18next';
import type { Figures } from '#api-contract/figures.ts';
import { SimpleTable } from '../../../ui/simple-table.tsx';
import { useFigureWords } from '../figure-words.ts';

interface Props {
  caption: string;
  /** Heading of the first column. */
  of: string;
  rows: { name: string; figures: Figures }[];
  /** Whether the service named a cost at all. */
  hasCost: boolean;
}

/** All figures, a row for each day, month or location. */
export function FigureTable({ caption, of, rows, hasCost }: Props) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const columns: { heading: string; value: (figures: Figures) => string }[] = [
    { heading: t('results.deliveries'), value: ({ deliveries }) => String(deliveries) },
    { heading: t('results.delivered'), value: ({ delivered }) => String(delivered) },
    { heading: t('results.onTimeShare'), value: ({ onTimeShare }) => words.share(onTimeShare) },
    { heading: t('results.failedShare'), value: ({ failedShare }) => words.share(failedShare) },
    { heading: t('results.median'), value: words.minutes },
    ...(hasCost ? [{ heading: t('results.cost'), value: words.cost }] : []),
  ];
  return (
    <SimpleTable
      isLabelled
      hasFigures
      caption={caption}
      headings={[of, ...columns.map(({ heading }) => heading)]}
      rows={rows.map(({ name, figures }) => ({
        key: name,
        cells: [name, ...columns.map(({ value }) => value(figures))],
      }))}
    />
  );
}
