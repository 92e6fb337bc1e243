import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settingsView } from '#api-contract/settings.ts';
import { callApi } from '../../../api-client.ts';

/** `PUT /api/settings` with one of the switches that stand on Home. */
export function useSetSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { paused: boolean } | { automation: { testMode: boolean } }) =>
      callApi('/api/settings', { method: 'PUT', body, answer: settingsView }),
    onSuccess: () => client.invalidateQueries(),
  });
}
