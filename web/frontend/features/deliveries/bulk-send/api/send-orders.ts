import { type BulkSendResult, bulkSendResult } from '#api-contract/bulk-send.ts';
import { callApi } from '../../../../api-client.ts';

/** `POST /api/orders/send`: up to 250 orders, each with its own result. */
export function sendOrders(orderIds: string[]): Promise<BulkSendResult> {
  return callApi('/api/orders/send', { method: 'POST', body: { orderIds }, answer: bulkSendResult });
}
