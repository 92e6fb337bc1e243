import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rehearsalResult } from '#api-contract/rehearsal.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { callApi } from '../../../../api-client.ts';

/**
 * `POST /api/rehearsal`: what the stored rules, with `changes` laid over them, would do with the last 50 orders.
 * Nothing is sent and nothing is kept.
 */
export function useRehearsal(changes: Partial<AutomationSettings>, wanted = true) {
  return useQuery({
    queryKey: ['rehearsal', changes],
    queryFn: ({ signal }) =>
      callApi('/api/rehearsal', {
        method: 'POST',
        body: Object.keys(changes).length === 0 ? {} : { automation: changes },
        answer: rehearsalResult,
        signal,
      }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
