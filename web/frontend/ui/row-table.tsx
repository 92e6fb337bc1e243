import { IndexTable, useBreakpoints, useIndexResourceState } from '@shopify/polaris';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrawnFor } from './provider.tsx';
import { RowList } from './row-list.tsx';
import { Loading } from './skeleton.tsx';

export interface RowTableProps<R extends { id: string; name: string }> {
  /** What a row is, for "3 … selected". */
  kind: string;
  headings: string[];
  rows: R[];
  isLoading: boolean;
  cells: (row: R) => ReactNode;
  /** The row on a phone, one block. */
  summary: (row: R) => ReactNode;
  bulkAction: { label: string; onPress: (selected: string[] | 'all') => void; disabled: boolean };
  pages: { hasNext: boolean; hasPrevious: boolean; onNext: () => void; onPrevious: () => void };
}

/** A table of rows that can be selected; a list of blocks on a phone, where Polaris' table cannot select. */
export function RowTable<R extends { id: string; name: string }>(props: RowTableProps<R>) {
  const drawnFor = useDrawnFor();
  const { smDown } = useBreakpoints({ defaults: { smDown: drawnFor === 'phone' } });
  // The breakpoint is known only after the first render: drawing the table before would make it jump on a phone.
  const [isKnown, setKnown] = useState(drawnFor !== undefined);
  useEffect(() => setKnown(true), []);
  if (!isKnown) return <Loading lines={12} />;
  return smDown ? <RowList {...props} /> : <WideTable {...props} />;
}

function WideTable<R extends { id: string; name: string }>(props: RowTableProps<R>) {
  const { kind, headings, rows, isLoading, cells, bulkAction, pages } = props;
  const { t } = useTranslation();
  const selection = useIndexResourceState(rows);
  const [first = '', ...others] = headings;
  return (
    <IndexTable
      resourceName={{ singular: kind, plural: kind }}
      itemCount={rows.length}
      headings={[{ title: first }, ...others.map((title) => ({ title }))]}
      selectedItemsCount={selection.allResourcesSelected ? 'All' : selection.selectedResources.length}
      onSelectionChange={selection.handleSelectionChange}
      hasMoreItems={pages.hasNext}
      loading={isLoading}
      promotedBulkActions={[
        {
          content: bulkAction.label,
          disabled: bulkAction.disabled,
          onAction: () => {
            const isAll = selection.allResourcesSelected && pages.hasNext;
            bulkAction.onPress(isAll ? 'all' : selection.selectedResources);
            selection.clearSelection();
          },
        },
      ]}
      {...(pages.hasNext || pages.hasPrevious
        ? { pagination: { ...pages, accessibilityLabel: t('table.pages') } }
        : {})}
    >
      {rows.map((row, position) => (
        <IndexTable.Row
          key={row.id}
          id={row.id}
          position={position}
          accessibilityLabel={t('table.select', { name: row.name })}
          selected={selection.selectedResources.includes(row.id)}
        >
          {cells(row)}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

/** One cell of a wide row. */
export function Cell({ children }: { children: ReactNode }) {
  return <IndexTable.Cell>{children}</IndexTable.Cell>;
}
