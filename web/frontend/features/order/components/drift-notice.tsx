import { useTranslation } from 'react-i18next';
import type { DriftItem } from '#api-contract/order.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { SimpleTable } from '../../../ui/simple-table.tsx';

/** The order changed after its delivery was placed: the driver does not know. */
export function DriftNotice({ items }: { items: DriftItem[] }) {
  const { t } = useTranslation();
  return (
    <Notice tone="warning" title={t('drift.title')}>
      <NoticeText>{t('drift.text')}</NoticeText>
      <SimpleTable
        caption={t('drift.title')}
        headings={[t('drift.field'), t('drift.placed'), t('drift.now')]}
        rows={items.map(({ field, placed, now }) => ({
          key: field,
          cells: [
            t(`field.${field}`, { defaultValue: field }),
            t('drift.wasPlaced', { value: placed || t('app.none') }),
            t('drift.isNow', { value: now || t('app.none') }),
          ],
        }))}
      />
    </Notice>
  );
}
