import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageChoice } from '#api-contract/language.ts';
import type { Overview } from '#api-contract/overview.ts';
import { ApiError, callApi } from '../../api-client.ts';
import { loadTexts, switchLanguage } from '../../i18n.ts';
import { overviewKey, useFromOverview } from '../../shared/api/get-overview.ts';
import { loadOrReload } from '../../ui/reload-where-outdated.ts';

/** Shows the panel in the language that this person chose, on whatever device; else it stays in the admin's. */
export function useChosenLanguage(): void {
  const { i18n } = useTranslation();
  const chosen = useFromOverview(({ language }) => language);
  useEffect(() => {
    if (!chosen || chosen === i18n.language) return;
    // Where its texts do not come, the panel stays in the language that it is in.
    loadOrReload(() => switchLanguage(i18n, chosen)).catch(() => undefined);
  }, [chosen, i18n]);
}

/** `PUT /api/language`, once the texts are there; what was read before of the person's choice no longer holds. */
export function useChooseLanguage() {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: async (language: Language) => {
      await loadOrReload(() => loadTexts(i18n, language)).catch((cause: unknown) => {
        throw new ApiError('problem', { status: 0, cause });
      });
      return callApi('/api/language', { method: 'PUT', body: { language }, answer: languageChoice });
    },
    onSuccess: async ({ language }) => {
      await client.cancelQueries({ queryKey: overviewKey });
      client.setQueryData<Overview>(overviewKey, (overview) => overview && { ...overview, language });
    },
  });
}
