import { useQuery } from '@tanstack/react-query';
import { orderPreview } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { previewKey } from './order-keys.ts';
import { orderPath } from './order-path.ts';

/**
 * `GET /api/orders/:orderId/preview`: what would be sent, with each value's origin. Asked only when `wanted`,
 * because it shows customer data and every such view is put on record.
 */
export function usePreview(orderId: string, wanted: boolean) {
  return useQuery({
    queryKey: previewKey(orderId),
    queryFn: ({ signal }) => callApi(orderPath(orderId, '/preview'), { answer: orderPreview, signal }),
    enabled: wanted,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  });
}
