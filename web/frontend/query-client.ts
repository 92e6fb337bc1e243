import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';

/** How often a screen asks again while something on it is in progress. */
export const liveIntervalMs = 3_000;
/** How often otherwise, while the screen is seen: nobody has to press anything to know. */
export const waitingIntervalMs = 15_000;

/** Where the app says when to come again, the screen says what it waits for meanwhile, for some minutes. */
const triesAfter = ({ retryAfterMs }: ApiError): number => (retryAfterMs === null ? 2 : 30);

/** Server state of the panel: one cache, kept for as long as the panel is open. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        retry: (failures, error) => error instanceof ApiError && error.isPassing && failures < triesAfter(error),
        retryDelay: (failures, error) => (error instanceof ApiError && error.retryAfterMs) || 500 * 2 ** failures,
      },
    },
  });
}
