import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../app-bridge.ts';
import { useBulkSend } from '../bulk-send/bulk-send.tsx';
import type { DeliveryFilters } from '../delivery-filters.ts';
import { listDeliveries } from './list-deliveries.ts';

/** Greatest number of orders in one bulk send. */
export const bulkLimit = 250;

/** Sends every order of a view, up to 250 at a time, whichever page of it is shown. */
export function useSendAll(filters: DeliveryFilters) {
  const { t } = useTranslation();
  const bulk = useBulkSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => listDeliveries({ ...filters, cursor: '' }, bulkLimit),
    onSuccess: async ({ deliveries }) => {
      if (deliveries.length === 0) {
        showToast(t('bulk.nothingLeft'));
        return client.invalidateQueries({ queryKey: ['deliveries'] });
      }
      const orders = new Map(deliveries.map(({ orderId, orderName }) => [orderId, orderName ?? orderId]));
      bulk.start(orders);
      showToast(t('bulk.started', { count: orders.size }));
    },
  });
}
