import './schemas-without-eval.ts';
import '@shopify/polaris/build/esm/styles.css';
import './ui/panel.css';
import './ui/chart.css';
import './ui/early.css';
import './ui/forced-colors.css';
import './ui/order.css';
import './ui/packing.css';
import './ui/rows.css';
import './ui/status.css';
import './ui/table.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { firstView } from '#api-contract/first-view.ts';
import { App, preloadScreen } from './app.tsx';
import { appBridge } from './app-bridge.ts';
import { takeAnswers } from './first-calls.ts';
import { chooseLanguage, startTranslations } from './i18n.ts';
import { pressAgain } from './pressed-early.ts';
import { createQueryClient } from './query-client.ts';
import { setServerClock } from './server-clock.ts';
import { takeTyped } from './typed-early.ts';

const root = document.getElementById('panel');
if (!root) throw new Error('the document has no #panel');
const drawn = document.getElementById('first-view')?.textContent;
const isInAdmin = appBridge() !== null;
const address = new URL(window.location.href);
// Nobody else may frame the panel, and the admin's own app on a phone frames nothing: App Bridge did not come.
if (!isInAdmin && (window.parent !== window || address.searchParams.has('host')) && window.early) {
  await window.early.tellNotLoaded();
  throw new Error('the panel has no App Bridge');
}
const view = drawn && isInAdmin ? firstView.parse(JSON.parse(drawn)) : null;
const locale = view?.language ?? appBridge()?.config.locale ?? address.searchParams.get('locale');
const language = chooseLanguage(locale);
document.documentElement.lang = language;
const queryClient = createQueryClient();
if (view) {
  // When the document was asked for: on a slow phone the scripts came much later.
  const readAt = Date.now() - performance.now();
  setServerClock(view.readAt, readAt);
  takeAnswers(queryClient, address, { ...view, readAt });
}
const [translations] = await Promise.all([
  startTranslations(language),
  view ? preloadScreen(address, queryClient) : undefined,
]).catch(async (error: unknown) => {
  await window.early?.tellNotLoaded();
  throw error;
});
if (!view) window.early?.end();
const putTyped = view ? takeTyped(root) : undefined;
const takeOver = () => {
  putTyped?.();
  pressAgain(root);
};
const panel = (
  <I18nextProvider i18n={translations}>
    <BrowserRouter>
      <App queryClient={queryClient} isInAdmin={isInAdmin} drawnFor={view?.drawnFor} onShown={takeOver} />
    </BrowserRouter>
  </I18nextProvider>
);
// A browser without the language's days and figures words them otherwise than the server did, and cannot take that over.
const hasWords = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
if (view && hasWords) hydrateRoot(root, panel);
else createRoot(root).render(panel);
