import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '../../../api-client.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';

/** `PUT /api/settings/setup`: hides the set-up guide for this shop. */
export function useDismissSetup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('/api/settings/setup', { method: 'PUT', body: { dismissed: true }, answer: z.unknown() }),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewKey }),
  });
}
