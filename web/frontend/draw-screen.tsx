import './schemas-without-eval.ts';
import type { i18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import type { PanelDrawing } from '#api-contract/first-view.ts';
import type { Language } from '#api-contract/language.ts';
import { App, preloadScreen } from './app.tsx';
import { firstCalls as callsOf, takeAnswers } from './first-calls.ts';
import { chooseLanguage, startTranslations } from './i18n.ts';
import { createQueryClient } from './query-client.ts';

// Entry of the build for the server: one module with React and Polaris in it, so that the server needs neither.

const started = new Map<Language, Promise<i18n>>();

function translationsOf(language: Language): Promise<i18n> {
  const translations = started.get(language) ?? startTranslations(language);
  started.set(language, translations);
  return translations;
}

export const firstCalls: PanelDrawing['firstCalls'] = (address) => callsOf(address).map(({ path }) => path);

export const languageOf: PanelDrawing['languageOf'] = chooseLanguage;

export const draw: PanelDrawing['draw'] = async (address, view) => {
  const translations = await translationsOf(chooseLanguage(view.language));
  const queryClient = createQueryClient();
  takeAnswers(queryClient, address, view);
  await preloadScreen(address, queryClient);
  return renderToString(
    <I18nextProvider i18n={translations}>
      <StaticRouter location={address}>
        <App queryClient={queryClient} isInAdmin drawnFor={view.drawnFor} />
      </StaticRouter>
    </I18nextProvider>,
  );
};
