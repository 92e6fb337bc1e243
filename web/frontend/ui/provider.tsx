import { AppProvider } from '@shopify/polaris';
import polarisTexts from '@shopify/polaris/locales/en.json' with { type: 'json' };
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterLink } from './router-link.tsx';

/** Theme, links of the panel's router and Polaris' own texts (ours over its English ones). */
export function UiProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const ours: unknown = i18n.getResource(i18n.language, 'translation', 'polaris');
  return (
    <AppProvider i18n={[isTexts(ours) ? { Polaris: ours } : {}, polarisTexts]} linkComponent={RouterLink}>
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
