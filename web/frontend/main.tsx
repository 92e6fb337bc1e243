import './schemas-without-eval.ts';
import '@shopify/polaris/build/esm/styles.css';
import './ui/panel.css';
import './ui/order.css';
import './ui/packing.css';
import './ui/status.css';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { appBridge } from './app-bridge.ts';
import { chooseLanguage, startTranslations } from './i18n.ts';
import { createQueryClient } from './query-client.ts';

const locale = appBridge()?.config.locale ?? new URLSearchParams(window.location.search).get('locale');
const translations = await startTranslations(chooseLanguage(locale));
const root = document.getElementById('panel');
if (!root) throw new Error('the document has no #panel');
createRoot(root).render(
  <I18nextProvider i18n={translations}>
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>
  </I18nextProvider>,
);
