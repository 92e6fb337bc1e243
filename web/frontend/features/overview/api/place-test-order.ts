import { useMutation, useQueryClient } from '@tanstack/react-query';
import { courierTestResult } from '#api-contract/settings.ts';
import { callApi } from '../../../api-client.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';

/** `POST /api/settings/test-order`: places a made-up order at the test service, never at the live one. */
export function usePlaceTestOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('/api/settings/test-order', { method: 'POST', body: {}, answer: courierTestResult }),
    onSettled: () => client.invalidateQueries({ queryKey: overviewKey }),
  });
}
