import { AppProvider } from '@shopify/polaris';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterLink } from './router-link.tsx';

export type DrawnFor = 'phone' | 'desktop';

const Drawn = createContext<DrawnFor | undefined>(undefined);

/** For which window the server drew the screen; undefined where the browser draws it. */
export const useDrawnFor = (): DrawnFor | undefined => useContext(Drawn);

interface Props {
  drawnFor?: DrawnFor | undefined;
  children: ReactNode;
}

/** Theme, links of the panel's router, and the texts of those Polaris parts that the panel uses. */
export function UiProvider({ drawnFor, children }: Props) {
  const { i18n } = useTranslation();
  const ours: unknown = i18n.getResource(i18n.language, 'translation', 'polaris');
  return (
    <AppProvider i18n={isTexts(ours) ? { Polaris: ours } : {}} linkComponent={RouterLink}>
      <Drawn.Provider value={drawnFor}>{children}</Drawn.Provider>
    </AppProvider>
  );
}

interface Texts {
  [key: string]: string | Texts;
}

function isTexts(value: unknown): value is Texts {
  return typeof value === 'object' && value !== null;
}
