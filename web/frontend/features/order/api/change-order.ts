import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type OrderView, orderPreview, orderView, type SendBody } from '#api-contract/order.ts';
import { ApiError, callApi } from '../../../api-client.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';
import { orderKey, orderPath, previewKey } from './order-call.ts';

/**
 * Puts an order that a call answered with on the screen, and marks what hangs on it as out of date. What was refused was
 * not what the screen shows: somebody else may have been first.
 */
function useKeepOrder(orderId: string) {
  const client = useQueryClient();
  const onError = (error: Error) => {
    const isRefused = error instanceof ApiError && error.problem !== null;
    if (isRefused) void client.invalidateQueries({ queryKey: orderKey(orderId), exact: true });
  };
  const onSuccess = async (order: OrderView) => {
    // What was asked for before the press would take back what it came to.
    await client.cancelQueries({ queryKey: orderKey(orderId), exact: true });
    client.setQueryData(orderKey(orderId), order);
    for (const queryKey of [previewKey(orderId), overviewKey, ['deliveries'], ['audit', orderId]]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  return { onSuccess, onError };
}

/** `POST /api/orders/:orderId/refresh`: reads the deliveries from the service and the order from Shopify again. */
export function useRefreshOrder(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: () => callApi(orderPath(orderId, '/refresh'), { method: 'POST', body: {}, answer: orderView }),
    ...keepOrder,
  });
}

/** `POST /api/orders/:orderId/send`: again, with corrections, or as a new delivery. Safe to press twice. */
export function useSendOrder(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: (body: SendBody) => callApi(orderPath(orderId, '/send'), { method: 'POST', body, answer: orderView }),
    ...keepOrder,
  });
}

/**
 * A driver for goods that came after the first delivery, or that a rule left out: the preview names their reference, and a
 * second press finds it used. `fallback` is sent where the preview has nothing to send: the answer says why.
 */
export function useSendGoods(orderId: string, fallback: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: async () => {
      const { deliveries } = await callApi(orderPath(orderId, '/preview'), { answer: orderPreview });
      const unsent =
        deliveries.find(({ state }) => state === null) ?? deliveries.find(({ state }) => state === 'skipped');
      const body = { mode: 'goods' as const, newReference: unsent?.orderReference ?? fallback };
      return callApi(orderPath(orderId, '/send'), { method: 'POST', body, answer: orderView });
    },
    ...keepOrder,
  });
}

/**
 * "Cancel and book again" of one booked delivery: the preview names the reference of the new one, so that a second press
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
    ...keepOrder,
  });
}

/** `POST /api/orders/:orderId/cancel`: cancels one delivery at the service. */
export function useCancelDelivery(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: (orderReference: string) =>
      callApi(orderPath(orderId, '/cancel'), { method: 'POST', body: { orderReference }, answer: orderView }),
    ...keepOrder,
  });
}

/** `POST /api/orders/:orderId/acknowledge`: closes the alarm that the person saw. */
export function useAcknowledge(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: (body: { orderReference: string; alarm: string }) =>
      callApi(orderPath(orderId, '/acknowledge'), { method: 'POST', body, answer: orderView }),
    ...keepOrder,
  });
}
