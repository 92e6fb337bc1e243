import { useQuery } from '@tanstack/react-query';
import { settingsView } from '#api-contract/settings.ts';
import { callApi } from '../../../api-client.ts';
import { retryWhileSaid } from '../../../query-client.ts';

export const settingsKey = ['settings'];

export const settingsCall = { queryKey: settingsKey, path: '/api/settings', answer: settingsView };

/** `GET /api/settings`; not asked again by itself, so that what is being typed stays. */
export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi(settingsCall.path, { answer: settingsCall.answer, signal }),
    retry: retryWhileSaid,
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  });
}
