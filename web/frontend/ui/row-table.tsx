import { IndexTable, useBreakpoints, useIndexResourceState } from '@shopify/polaris';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from './skeleton.tsx';

interface Props<R extends { id: string }> {
  /** What a row is, for "3 … selected". */
  name: string;
  headings: string[];
  rows: R[];
  isLoading: boolean;
  /** True where the list goes on after these rows: offers "select all". */
  hasMore: boolean;
  cells: (row: R) => ReactNode;
  /** The row on a phone, one block. */
  summary: (row: R) => ReactNode;
  bulkAction: { label: string; onPress: (selected: string[] | 'all') => void; disabled: boolean };
  pages: { hasNext: boolean; hasPrevious: boolean; onNext: () => void; onPrevious: () => void };
}

/** A table of rows that can be selected; a list of blocks on a phone. */
export function RowTable<R extends { id: string }>(props: Props<R>) {
  const { name, headings, rows, isLoading, hasMore, cells, summary, bulkAction, pages } = props;
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const selection = useIndexResourceState(rows);
  // The breakpoint is known only after the first render: drawing the table before would make it jump on a phone.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const [first = '', ...others] = headings;
  if (!isMounted) return <Loading lines={12} />;
  return (
    <IndexTable
      condensed={smDown}
      resourceName={{ singular: name, plural: name }}
      itemCount={rows.length}
      headings={[{ title: first }, ...others.map((title) => ({ title }))]}
      selectedItemsCount={selection.allResourcesSelected ? 'All' : selection.selectedResources.length}
      onSelectionChange={selection.handleSelectionChange}
      hasMoreItems={hasMore}
      loading={isLoading}
      promotedBulkActions={[
        {
          content: bulkAction.label,
          disabled: bulkAction.disabled,
          onAction: () => {
            bulkAction.onPress(selection.allResourcesSelected ? 'all' : selection.selectedResources);
            selection.clearSelection();
          },
        },
      ]}
      pagination={{
        hasNext: pages.hasNext,
        hasPrevious: pages.hasPrevious,
        onNext: pages.onNext,
        onPrevious: pages.onPrevious,
        accessibilityLabel: t('deliveries.pages'),
      }}
    >
      {rows.map((row, position) => (
        <IndexTable.Row
          key={row.id}
          id={row.id}
          position={position}
          selected={selection.selectedResources.includes(row.id)}
        >
          {smDown ? <div className="panel-row">{summary(row)}</div> : cells(row)}
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

/** One cell of a wide row. */
export function Cell({ children }: { children: ReactNode }) {
  return <IndexTable.Cell>{children}</IndexTable.Cell>;
}
