import { useQueryClient } from '@tanstack/react-query';
import type { OrderView } from '#api-contract/order.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';
import { orderKey, previewKey } from './order-keys.ts';

/** Puts an order that a call answered with on the screen, and marks what hangs on it as out of date. */
export function useKeepOrder(orderId: string) {
  const client = useQueryClient();
  return (order: OrderView) => {
    client.setQueryData(orderKey(orderId), order);
    for (const queryKey of [previewKey(orderId), overviewKey, ['deliveries'], ['audit', orderId]]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}
