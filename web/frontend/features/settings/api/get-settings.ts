import { useQuery } from '@tanstack/react-query';
import { settingsView } from '#api-contract/settings.ts';
import { callApi } from '../../../api-client.ts';

export const settingsKey = ['settings'];

/** `GET /api/settings`; not asked again by itself, so that what is being typed stays. */
export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi('/api/settings', { answer: settingsView, signal }),
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  });
}
