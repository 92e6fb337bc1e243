import { useMutation } from '@tanstack/react-query';
import { orderPreview, orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { useKeepOrder } from './keep-order.ts';
import { orderPath } from './order-path.ts';

/**
 * "Cancel and place again" of one booked delivery: the preview names the reference of the new one, so that a second press
 * finds the first under way or the reference used.
 */
export function usePlaceAgain(orderId: string, orderReference: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: async () => {
      const { deliveries } = await callApi(orderPath(orderId, '/preview'), { answer: orderPreview });
      const own = deliveries.find((delivery) => delivery.orderReference === orderReference);
      const body = { mode: 'replace' as const, orderReference, newReference: own?.newReference ?? orderReference };
      return callApi(orderPath(orderId, '/send'), { method: 'POST', body, answer: orderView });
    },
    onSuccess: keepOrder,
  });
}
