import { AppProvider } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterLink } from './router-link.tsx';

/** Theme, links of the panel's router, and the texts of those Polaris parts that the panel uses. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const ours: unknown = i18n.getResource(i18n.language, 'translation', 'polaris');
  return (
    <AppProvider i18n={isTexts(ours) ? { Polaris: ours } : {}} linkComponent={RouterLink}>
      {children}
    </AppProvider>
  );
}

interface Texts {
  [key: string]: string | Texts;
}

function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null;
}
