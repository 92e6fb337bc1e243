import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type OrderView, orderPreview, orderView, type SendBody } from '#api-contract/order.ts';
import { ApiError, callApi } from '../../../api-client.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';
import { orderKey, orderPath, previewKey } from './order-call.ts';

/**
 * Puts the order that a call answers with on the screen, and marks what hangs on it as out of date. What was refused was
 * not what the screen shows: somebody else may have been first.
 */
function useOrderMutation<Given = void>(orderId: string, mutationFn: (given: Given) => Promise<OrderView>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.problem !== null;
      if (isRefused) void client.invalidateQueries({ queryKey: orderKey(orderId), exact: true });
    },
    onSuccess: async (order) => {
      // What was asked for before the press would take back what it came to.
      await client.cancelQueries({ queryKey: orderKey(orderId), exact: true });
      client.setQueryData(orderKey(orderId), order);
      for (const queryKey of [previewKey(orderId), overviewKey, ['deliveries'], ['audit', orderId]]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}

const post = (orderId: string, call: string, body: object) =>
  callApi(orderPath(orderId, call), { method: 'POST', body, answer: orderView });
const send = (orderId: string, body: SendBody) => post(orderId, '/send', body);
const previewed = (orderId: string) => callApi(orderPath(orderId, '/preview'), { answer: orderPreview });

/** `POST /api/orders/:orderId/refresh`: reads the deliveries from the service and the order from Shopify again. */
export function useRefreshOrder(orderId: string) {
  return useOrderMutation(orderId, () => post(orderId, '/refresh', {}));
}

/** `POST /api/orders/:orderId/send`: again, with corrections, or as a new delivery. Safe to press twice. */
export function useSendOrder(orderId: string) {
  return useOrderMutation(orderId, (body: SendBody) => send(orderId, body));
}

/**
 * A driver for goods that came after the first delivery, or that a rule left out: the preview names their reference, and a
 * second press finds it used. `fallback` is sent where the preview has nothing to send: the answer says why.
 */
export function useSendGoods(orderId: string, fallback: string) {
  return useOrderMutation(orderId, async () => {
    const { deliveries } = await previewed(orderId);
    const unsent =
      deliveries.find(({ state }) => state === null) ?? deliveries.find(({ state }) => state === 'skipped');
    return send(orderId, { mode: 'goods', newReference: unsent?.orderReference ?? fallback });
  });
}

/**
 * "Cancel and book again" of one booked delivery: the preview names the reference of the new one, so that a second press
 * finds the first under way or the reference used.
 */
export function usePlaceAgain(orderId: string, orderReference: string) {
  return useOrderMutation(orderId, async () => {
    const { deliveries } = await previewed(orderId);
    const own = deliveries.find((delivery) => delivery.orderReference === orderReference);
    return send(orderId, { mode: 'replace', orderReference, newReference: own?.newReference ?? orderReference });
  });
}

/** `POST /api/orders/:orderId/cancel`: cancels one delivery at the service. */
export function useCancelDelivery(orderId: string) {
  return useOrderMutation(orderId, (orderReference: string) => post(orderId, '/cancel', { orderReference }));
}

/** `POST /api/orders/:orderId/acknowledge`: closes the alarm that the person saw. */
export function useAcknowledge(orderId: string) {
  return useOrderMutation(orderId, (body: { orderReference: string; alarm: string }) =>
    post(orderId, '/acknowledge', body),
  );
}
