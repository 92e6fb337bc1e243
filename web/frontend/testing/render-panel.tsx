import type { QueryClient } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Language } from '#api-contract/language.ts';
import { App } from '../app.tsx';
import { startTranslations } from '../i18n.ts';
import { createQueryClient } from '../query-client.ts';
import { answerCall } from './fake-api.ts';
import type { World } from './world.ts';

export interface RenderedPanel extends RenderResult {
  user: UserEvent;
  translations: i18n;
  client: QueryClient;
  toasts: string[];
  /** Optional scopes: what was asked for, and what the merchant answers. */
  scopes: { asked: string[][]; answer: 'granted-all' | 'declined-all' };
}

/**
 * The whole panel at an address, over a fake API and a minimal App Bridge, in the DOM of a test.
 *
 * @param isImpatient a call that failed is repeated at once
 */
export async function renderPanel(
  world: World,
  path: string,
  language: Language = 'en',
  { isImpatient = false } = {},
): Promise<RenderedPanel> {
  const toasts: string[] = [];
  const scopes: RenderedPanel['scopes'] = { asked: [], answer: 'granted-all' };
  let granted: string[] = [];
  vi.stubGlobal('shopify', {
    config: { locale: language },
    // The admin fetches it: without a connection there is none.
    idToken: async () => (navigator.onLine ? 'session-token' : Promise.reject(new TypeError('Failed to fetch'))),
    toast: { show: (message: string) => toasts.push(message) },
    scopes: {
      query: async () => ({ granted }),
      request: async (wanted: string[]) => {
        scopes.asked.push(wanted);
        if (scopes.answer === 'granted-all') granted = wanted;
        return { result: scopes.answer };
      },
    },
  });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const answer = answerCall(world, init.method ?? 'GET', new URL(address, 'http://panel'), body);
    if (answer === 'hang') return new Promise<Response>(() => undefined);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    await world.slow.get(`${init.method ?? 'GET'} ${address}`);
    const { retryAfterSeconds, aheadMs = 0 } = world;
    const headers = {
      Date: new Date(Date.now() + aheadMs).toUTCString(),
      ...(answer.status === 503 && retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}),
    };
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
  });
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  if (isImpatient) client.setDefaultOptions({ queries: { ...queries, retryDelay: 1 } });
  onTestFinished(() => client.clear());
  const translations = await startTranslations(language);
  const panel = render(
    <I18nextProvider i18n={translations}>
      <MemoryRouter initialEntries={[path]}>
        <App queryClient={client} isInAdmin />
      </MemoryRouter>
    </I18nextProvider>,
  );
  return { ...panel, user: userEvent.setup(), translations, client, toasts, scopes };
}
