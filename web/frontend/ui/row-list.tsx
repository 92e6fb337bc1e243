import { Checkbox, InlineStack } from '@shopify/polaris';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Press } from './press.tsx';
import type { RowTableProps } from './row-table.tsx';

/** The rows on a phone: one block each with its own box to select it. */
export function RowList<R extends { id: string; name: string }>(props: RowTableProps<R>) {
  const { rows, isLoading, summary, bulkAction, pages } = props;
  const { t } = useTranslation();
  const [selected, setSelected] = useState<string[]>([]);
  const chosen = rows.map(({ id }) => id).filter((id) => selected.includes(id));
  const isAll = chosen.length === rows.length;
  const toggle = (id: string) =>
    setSelected(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const send = () => {
    bulkAction.onPress(chosen);
    setSelected([]);
  };
  return (
    <div aria-busy={isLoading}>
      <div className="panel-bar-row">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Checkbox
            label={t('table.selected', { count: chosen.length })}
            checked={isAll || (chosen.length > 0 && 'indeterminate')}
            onChange={() => setSelected(isAll ? [] : rows.map(({ id }) => id))}
          />
          <Press label={bulkAction.label} onPress={send} disabled={bulkAction.disabled || chosen.length === 0} />
        </InlineStack>
      </div>
      <ul className="panel-list panel-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Checkbox
              label={t('table.select', { name: row.name })}
              labelHidden
              checked={chosen.includes(row.id)}
              onChange={() => toggle(row.id)}
            />
            <div className="panel-grow">{summary(row)}</div>
          </li>
        ))}
      </ul>
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
