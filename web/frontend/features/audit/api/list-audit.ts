import { useQuery } from '@tanstack/react-query';
import { auditPage } from '#api-contract/audit.ts';
import { callApi } from '../../../api-client.ts';

/** `GET /api/audit?orderId=`: who did what to this order, newest first. */
export function useOrderAudit(orderId: string, wanted: boolean) {
  return useQuery({
    queryKey: ['audit', orderId],
    queryFn: ({ signal }) =>
      callApi(`/api/audit?orderId=${encodeURIComponent(orderId)}`, { answer: auditPage, signal }),
    enabled: wanted,
  });
}
