import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveriesPage, DeliveryRow } from '#api-contract/deliveries.ts';
import { showToast } from '../../../app-bridge.ts';
import { RowTable } from '../../../ui/row-table.tsx';
import { bulkLimit, type useSendAll } from '../api/send-all.ts';
import { useBulkSend } from '../bulk-send/bulk-send.tsx';
import { countOf, type DeliveryFilters } from '../delivery-filters.ts';
import { DeliveryCells, DeliverySummary } from './delivery-row.tsx';

interface Props {
  page: DeliveriesPage;
  filters: DeliveryFilters;
  /** True while the rows of other filters are still shown. */
  isStale: boolean;
  sendAll: ReturnType<typeof useSendAll>;
  onNext: (cursor: string) => void;
  onPrevious: () => void;
}

/** The rows, with bulk send and pages. */
export function DeliveriesTable({ page, filters, isStale, sendAll, onNext, onPrevious }: Props) {
  const { t } = useTranslation();
  const bulk = useBulkSend();
  const rows = useMemo(
    () =>
      page.deliveries.map((delivery) => ({
        ...delivery,
        id: `${delivery.orderId} ${delivery.orderReference ?? ''}`,
        name: nameOf(delivery, page.deliveries),
      })),
    [page.deliveries],
  );

  const send = async (selected: string[] | 'all') => {
    if (selected === 'all') return void (await sendAll.mutateAsync());
    const chosen = rows.filter(({ id }) => selected.includes(id));
    const orders = new Map(chosen.map(({ orderId, orderName }) => [orderId, orderName ?? orderId]));
    bulk.start(orders);
    showToast(t('bulk.started', { count: orders.size }));
  };
  return (
    <RowTable
      kind={t('deliveries.rows')}
      scope={JSON.stringify(filters)}
      headings={['order', 'state', 'slot', 'customer', 'location', 'reference', 'updated'].map((name) =>
        t(`column.${name}`),
      )}
      rows={rows}
      mostSelected={Math.min(countOf(filters, page), bulkLimit)}
      isLoading={isStale}
      cells={(row) => <DeliveryCells row={row} />}
      summary={(row) => <DeliverySummary row={row} />}
      bulkAction={{ label: t('bulk.send'), onPress: send, loading: sendAll.isPending, disabled: bulk.isRunning }}
      pages={{
        hasNext: page.nextCursor !== null,
        hasPrevious: filters.cursor !== '',
        // The rows of before stay until the next ones come: pressed again, it would be a second step of the history.
        onNext: () => (isStale ? undefined : onNext(page.nextCursor ?? '')),
        onPrevious,
      }}
    />
  );
}

/** Of an order with several deliveries, each is told apart by its reference. */
function nameOf({ orderId, orderName, orderReference }: DeliveryRow, all: readonly DeliveryRow[]): string {
  const name = orderName ?? orderId;
  const isOneOfMany = all.filter((one) => one.orderId === orderId).length > 1;
  return isOneOfMany && orderReference !== null ? `${name} ${orderReference}` : name;
}
