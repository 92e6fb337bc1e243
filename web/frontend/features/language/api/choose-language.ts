import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Language, languageChoice } from '#api-contract/language.ts';
import type { Overview } from '#api-contract/panel.ts';
import { callApi } from '../../../api-client.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';

/** `PUT /api/language`; what was read before of the person's choice no longer holds. */
export function useChooseLanguage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (language: Language) =>
      callApi('/api/language', { method: 'PUT', body: { language }, answer: languageChoice }),
    onSuccess: ({ language }) =>
      client.setQueryData<Overview>(overviewKey, (overview) => overview && { ...overview, language }),
  });
}
