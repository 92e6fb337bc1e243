import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageChoice } from '#api-contract/language.ts';
import type { Overview } from '#api-contract/overview.ts';
import { callApi } from '../../api-client.ts';
import { switchLanguage } from '../../i18n.ts';
import { overviewKey, useFromOverview } from '../../shared/api/get-overview.ts';

/** Shows the panel in the language that this person chose, on whatever device; else it stays in the admin's. */
export function useChosenLanguage(): void {
  const { i18n } = useTranslation();
  const chosen = useFromOverview(({ language }) => language);
  useEffect(() => {
    if (chosen && chosen !== i18n.language) void switchLanguage(i18n, chosen);
  }, [chosen, i18n]);
}

/** `PUT /api/language`; what was read before of the person's choice no longer holds. */
export function useChooseLanguage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (language: Language) =>
      callApi('/api/language', { method: 'PUT', body: { language }, answer: languageChoice }),
    onSuccess: async ({ language }) => {
      await client.cancelQueries({ queryKey: overviewKey });
      client.setQueryData<Overview>(overviewKey, (overview) => overview && { ...overview, language });
    },
  });
}
