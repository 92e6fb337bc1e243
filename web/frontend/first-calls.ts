import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FirstView } from '#api-contract/first-view.ts';
import { deliveriesCall } from './features/deliveries/api/list-deliveries.ts';
import { readFilters } from './features/deliveries/delivery-filters.ts';
import { orderCall } from './features/order/api/order-call.ts';
import { settingsCall } from './features/settings/api/get-settings.ts';
import { overviewCall } from './shared/api/get-overview.ts';

interface FirstCall {
  queryKey: QueryKey;
  path: string;
  answer: z.ZodType;
}

/** What the screen of an address asks of the API before it can show anything; nothing where only the browser draws it. */
export function firstCalls({ pathname, searchParams }: URL): FirstCall[] {
  const [, screen = '', id = '', ...more] = pathname.split('/');
  if (more.length > 0) return [];
  // Without it they would be in the admin's language first, and then in the one that the person chose.
  if (['', 'packing-list', 'results', 'data-requests'].includes(screen) && id === '') return [overviewCall];
  if (['settings', 'rehearsal'].includes(screen) && id === '') return [overviewCall, settingsCall];
  if (screen === 'deliveries' && id === '') return [overviewCall, deliveriesCall(readFilters(searchParams, ''))];
  if (screen === 'deliveries' && /^\d+$/.test(id)) return [overviewCall, orderCall(id)];
  return [];
}

/**
 * Puts the answers where the screens look for them; `readAt` by the clock of whoever draws.
 *
 * @throws Error where one is missing or not what the contract says
 */
export function takeAnswers(client: QueryClient, address: URL, { answers, readAt }: FirstView): void {
  for (const { queryKey, path, answer } of firstCalls(address)) {
    client.setQueryData(queryKey, answer.parse(answers[path]), { updatedAt: readAt });
  }
}
