import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';

/** How often a screen asks again while something on it is in progress. */
export const liveIntervalMs = 3_000;
/** How often otherwise, while the screen is seen: nobody has to press anything to know. */
export const waitingIntervalMs = 15_000;

const tries = 2;

/** `retry` of what a screen waits for with a `WaitNotice`: as often as the app says when to come again, for some minutes. */
export const retryWhileSaid = (failures: number, error: Error): boolean =>
  isPassing(error) && failures < (error.retryAfterMs === null ? tries : 30);

const isPassing = (error: Error): error is ApiError => error instanceof ApiError && error.isPassing;

/**
 * Server state of the panel: one cache, kept for as long as the panel is open. A call without a connection fails at once:
 * kept back until there is one, a press would send an order hours after it was made.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 2_000,
        retry: (failures, error) => isPassing(error) && failures < tries,
        retryDelay: (failures, error) => (error instanceof ApiError && error.retryAfterMs) || 500 * 2 ** failures,
      },
    },
  });
}
