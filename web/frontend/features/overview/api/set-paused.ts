import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settingsView } from '#api-contract/settings.ts';
import { callApi } from '../../../api-client.ts';

/** `PUT /api/settings` with `paused` alone. */
export function useSetPaused() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) =>
      callApi('/api/settings', { method: 'PUT', body: { paused }, answer: settingsView }),
    onSuccess: () => client.invalidateQueries(),
  });
}
