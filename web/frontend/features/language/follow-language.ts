import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '../../i18n.ts';
import { useOverview } from '../../shared/api/get-overview.ts';

/** Shows the panel in the language that this person chose, on whatever device; else it stays in the admin's. */
export function useChosenLanguage(): void {
  const { i18n } = useTranslation();
  const chosen = useOverview().data?.language;
  useEffect(() => {
    if (chosen && chosen !== i18n.language) void switchLanguage(i18n, chosen);
  }, [chosen, i18n]);
}
