import { NavMenu } from '@shopify/app-bridge-react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation, useNavigate, useParams } from 'react-router';
import type { Overview } from '#api-contract/overview.ts';
import { ErrorBoundary, OutsideAdmin } from './error-boundary.tsx';
import { BulkSendProvider } from './features/deliveries/bulk-send/bulk-send.tsx';
import { useChosenLanguage } from './features/language/own-language.ts';
import { NotFoundRoute } from './routes/not-found.tsx';
import { overviewKey } from './shared/api/get-overview.ts';
import { deferred } from './ui/deferred.tsx';
import { useKeptFocus } from './ui/keep-focus.ts';
import { type DrawnFor, UiProvider } from './ui/provider.tsx';
import { useScrollPlace } from './ui/scroll-place.ts';
import { ScreenSkeleton } from './ui/skeleton.tsx';

// The document of each screen names its scripts, so that its first view waits for nothing more.
const HomeRoute = deferred(async () => (await import('./routes/home.tsx')).HomeRoute, LoadingScreen);
const DeliveriesRoute = deferred(async () => (await import('./routes/deliveries.tsx')).DeliveriesRoute, LoadingScreen);
const OrderRoute = deferred(async () => (await import('./routes/order.tsx')).OrderRoute, LoadingScreen);
const DataRequestsRoute = deferred(
  async () => (await import('./routes/data-requests.tsx')).DataRequestsRoute,
  LoadingScreen,
);
const SettingsRoute = deferred(async () => (await import('./routes/settings.tsx')).SettingsRoute, LoadingScreen);
const RehearsalRoute = deferred(async () => (await import('./routes/rehearsal.tsx')).RehearsalRoute, LoadingScreen);
const PackingListRoute = deferred(
  async () => (await import('./routes/packing-list.tsx')).PackingListRoute,
  LoadingScreen,
);
const ResultsRoute = deferred(async () => (await import('./routes/results.tsx')).ResultsRoute, LoadingScreen);

/** Loads the scripts of a screen that is drawn from what `queryClient` holds, so that it is drawn at once. */
export async function preloadScreen({ pathname }: URL, queryClient: QueryClient): Promise<void> {
  const [, screen = '', id = ''] = pathname.split('/');
  const routes: Record<string, { preload: () => Promise<void> }> = {
    '': HomeRoute,
    deliveries: id === '' ? DeliveriesRoute : OrderRoute,
    'data-requests': DataRequestsRoute,
    'packing-list': PackingListRoute,
    results: ResultsRoute,
    rehearsal: RehearsalRoute,
    settings: SettingsRoute,
  };
  await routes[screen]?.preload();
  if (screen !== '') return;
  const { preloadParts } = await import('./routes/home.tsx');
  await preloadParts(queryClient.getQueryData<Overview>(overviewKey));
}

interface AppProps {
  queryClient: QueryClient;
  /** Only there is a session: App Bridge is on the page, or will be. */
  isInAdmin: boolean;
  /** How wide the server took the window to be when it drew the screen; absent where it drew nothing. */
  drawnFor?: DrawnFor | undefined;
  /** Called once, when the panel is on the page and hears presses. */
  onShown?: (() => void) | undefined;
}

/** The whole panel inside a router. */
export function App({ queryClient, isInAdmin, drawnFor, onShown }: AppProps) {
  useEffect(() => onShown?.(), [onShown]);
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider drawnFor={drawnFor}>
        {isInAdmin ? (
          <BulkSendProvider>
            <Navigation />
            <Main />
          </BulkSendProvider>
        ) : (
          <main id="main">
            <OutsideAdmin />
          </main>
        )}
      </UiProvider>
    </QueryClientProvider>
  );
}

/** The admin's own menu for this app; a press there arrives as `shopify:navigate`. */
function Navigation() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    const go = (event: Event) => {
      const href = event.target instanceof Element ? event.target.getAttribute('href') : null;
      if (!href) return;
      event.preventDefault();
      void navigate(href);
    };
    document.addEventListener('shopify:navigate', go);
    return () => document.removeEventListener('shopify:navigate', go);
  }, [navigate]);
  return (
    <NavMenu>
      <a href="/" rel="home">
        {t('app.name')}
      </a>
      <a href="/deliveries">{t('deliveries.title')}</a>
      <a href="/results">{t('results.title')}</a>
      <a href="/rehearsal">{t('rehearsal.title')}</a>
      <a href="/settings">{t('settings.title')}</a>
    </NavMenu>
  );
}

/** Where an order stood in an earlier version; the admin's menu shows the list behind an order by its address alone. */
function FormerOrder() {
  const { orderId } = useParams();
  return <Navigate replace to={`/deliveries/${orderId}`} />;
}

function LoadingScreen() {
  const { t } = useTranslation();
  return <ScreenSkeleton title={t('app.loading')} />;
}

function Main() {
  useChosenLanguage();
  useKeptFocus();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useScrollPlace(main);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <ErrorBoundary resetKey={pathname}>
        <Routes>
          <Route index element={<HomeRoute />} />
          <Route path="deliveries" element={<DeliveriesRoute />} />
          <Route path="deliveries/:orderId" element={<OrderRoute />} />
          <Route path="orders/:orderId" element={<FormerOrder />} />
          <Route path="settings" element={<SettingsRoute />} />
          <Route path="data-requests" element={<DataRequestsRoute />} />
          <Route path="packing-list" element={<PackingListRoute />} />
          <Route path="results" element={<ResultsRoute />} />
          <Route path="rehearsal" element={<RehearsalRoute />} />
          <Route path="*" element={<NotFoundRoute />} />
        </Routes>
      </ErrorBoundary>
    </main>
  );
}
