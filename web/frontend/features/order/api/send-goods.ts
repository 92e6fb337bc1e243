import { useMutation } from '@tanstack/react-query';
import { orderPreview, orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { useKeepOrder } from './keep-order.ts';
import { orderPath } from './order-path.ts';

/**
 * A driver for goods that came after the first delivery: the preview names the next free reference, and a second press
 * finds it used. `fallback` is sent where the preview has nothing to send: the answer says why.
 */
export function useSendGoods(orderId: string, fallback: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: async () => {
      const { deliveries } = await callApi(orderPath(orderId, '/preview'), { answer: orderPreview });
      const fresh = deliveries.find(({ state }) => state === null);
      const body = { mode: 'goods' as const, newReference: fresh?.newReference ?? fallback };
      return callApi(orderPath(orderId, '/send'), { method: 'POST', body, answer: orderView });
    },
    onSuccess: keepOrder,
  });
}
