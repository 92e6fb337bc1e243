import { Checkbox, InlineStack } from '@shopify/polaris';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnHeadings } from './column-headings.tsx';
import { Press } from './press.tsx';
import { useDrawnFor } from './provider.tsx';

interface RowTableProps<R extends { id: string; name: string }> {
  /** What the rows are, for "Select all 25+ …". */
  kind: string;
  /** Which rows these are: what was selected among others is forgotten. */
  scope: string;
  headings: string[];
  rows: R[];
  /** How many of all there are, on whatever page, one press takes. */
  mostSelected: number;
  isLoading: boolean;
  /** The row where there is room: as many `Cell`s as there are headings. */
  cells: (row: R) => ReactNode;
  /** The row where there is none, one block. */
  summary: (row: R) => ReactNode;
  bulkAction: {
    label: string;
    /** What is selected stays so until it is done, and where it fails. */
    onPress: (selected: string[] | 'all') => Promise<void>;
    loading: boolean;
    disabled: boolean;
  };
  pages: { hasNext: boolean; hasPrevious: boolean; onNext: () => void; onPrevious: () => void };
}

/**
 * Rows that can be selected, on this page or all there are: a table where there is room, else a list of blocks. Polaris'
 * own table (21 kB) cannot be selected from on a phone.
 */
export function RowTable<R extends { id: string; name: string }>(props: RowTableProps<R>) {
  const { kind, scope, rows, mostSelected, isLoading, bulkAction, pages } = props;
  const { t } = useTranslation();
  const isNarrow = useNarrow();
  const selection = useSelection(rows, scope, bulkAction.loading);
  const { chosen, isPage, isAll, select } = selection;
  const send = () =>
    void bulkAction.onPress(isAll ? 'all' : chosen).then(
      () => select([]),
      () => undefined,
    );
  return (
    <div aria-busy={isLoading}>
      <div className="panel-bar-row">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <InlineStack blockAlign="center" gap="200">
            <Checkbox
              label={
                chosen.length === 0
                  ? t('table.selectPage')
                  : t('table.selected', { number: isAll ? mostSelected : chosen.length })
              }
              checked={isPage || (chosen.length > 0 && 'indeterminate')}
              disabled={selection.isTaken}
              onChange={() => select(isPage ? [] : rows.map(({ id }) => id))}
            />
            {isPage && !isAll && pages.hasNext ? (
              <Press
                kind="plain"
                label={t('table.selectAll', { number: rows.length, kind })}
                onPress={() => select('all')}
              />
            ) : null}
          </InlineStack>
          {chosen.length === 0 ? null : <Press {...bulkAction} onPress={send} />}
        </InlineStack>
      </div>
      {isNarrow ? <Blocks {...props} selection={selection} /> : <Table {...props} selection={selection} />}
      {pages.hasNext || pages.hasPrevious ? (
        <nav aria-label={t('table.pages')} className="panel-bar-row">
          <InlineStack align="center" gap="200">
            <Press label={t('table.previous')} disabled={!pages.hasPrevious} onPress={pages.onPrevious} />
            <Press label={t('table.next')} disabled={!pages.hasNext} onPress={pages.onNext} />
          </InlineStack>
        </nav>
      ) : null}
    </div>
  );
}

/** Below it the table of any language would have to be scrolled sideways. */
const narrow = '(max-width: 960px)';

/** True where the table has no room; of a screen that the server drew, what it was drawn for at first. */
function useNarrow(): boolean {
  const drawnFor = useDrawnFor();
  return useSyncExternalStore(
    onWidth,
    () => window.matchMedia(narrow).matches,
    () => drawnFor === 'phone',
  );
}

function onWidth(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

interface Selection {
  chosen: string[];
  /** All of this page. */
  isPage: boolean;
  /** All there are, on the pages after this one too. */
  isAll: boolean;
  /** It is what a press is being carried out with: what is taken out of it now goes all the same. */
  isTaken: boolean;
  select: (ids: string[] | 'all') => void;
  toggle: (id: string) => void;
}

function useSelection(rows: readonly { id: string }[], scope: string, isTaken: boolean): Selection {
  const [last, setLast] = useState<{ scope: string; ids: string[] | 'all' }>({ scope, ids: [] });
  if (last.scope !== scope) setLast({ scope, ids: [] });
  const ids = last.scope === scope ? last.ids : [];
  const chosen = rows.map(({ id }) => id).filter((id) => ids === 'all' || ids.includes(id));
  const select = (next: string[] | 'all') => setLast({ scope, ids: next });
  return {
    chosen,
    isPage: rows.length > 0 && chosen.length === rows.length,
    isAll: ids === 'all',
    isTaken,
    select,
    toggle: (id) => select(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
  };
}

type Shown<R extends { id: string; name: string }> = RowTableProps<R> & { selection: Selection };

function Table<R extends { id: string; name: string }>({ headings, rows, cells, selection }: Shown<R>) {
  return (
    <div className="panel-wide">
      <table className="panel-row-table">
        <ColumnHeadings headings={headings} before={<td />} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Box row={row} selection={selection} />
              </td>
              {cells(row)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One cell of a wide row. */
export function Cell({ children }: { children: ReactNode }) {
  return <td>{children}</td>;
}

function Blocks<R extends { id: string; name: string }>({ rows, summary, selection }: Shown<R>) {
  return (
    <ul className="panel-list panel-rows">
      {rows.map((row) => (
        <li key={row.id}>
          <Box row={row} selection={selection} />
          <div className="panel-grow">{summary(row)}</div>
        </li>
      ))}
    </ul>
  );
}

function Box({ row, selection }: { row: { id: string; name: string }; selection: Selection }) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('table.select', { name: row.name })}
      labelHidden
      checked={selection.chosen.includes(row.id)}
      disabled={selection.isTaken}
      onChange={() => selection.toggle(row.id)}
    />
  );
}
