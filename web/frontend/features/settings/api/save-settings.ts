import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settingsView } from '#api-contract/settings.ts';
import { callApi } from '../../../api-client.ts';
import { settingsKey } from './get-settings.ts';

/** `PUT /api/settings` with any subset: objects merge by key, arrays replace, null clears. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: object) => callApi('/api/settings', { method: 'PUT', body: changes, answer: settingsView }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey, saved);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsKey[0] });
    },
  });
}
