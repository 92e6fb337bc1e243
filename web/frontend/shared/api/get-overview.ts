import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Overview, overview } from '#api-contract/overview.ts';
import { callApi } from '../../api-client.ts';
import { liveIntervalMs, retryWhileSaid, waitingIntervalMs } from '../../query-client.ts';

export const overviewKey = ['overview'];
export const overviewCall = { queryKey: overviewKey, path: '/api/overview', answer: overview };

const overviewQuery = queryOptions({
  queryKey: overviewKey,
  queryFn: ({ signal }) => callApi(overviewCall.path, { answer: overview, signal }),
  retry: retryWhileSaid,
});

/** One part of the overview that hardly changes: asked for once, and drawn again only when it differs; undefined before it came. */
export function useFromOverview<T>(pick: (overview: Overview) => T): T | undefined {
  return useQuery({ ...overviewQuery, select: pick, staleTime: 60_000 }).data;
}

/** `GET /api/overview`; asks again by itself while the panel is seen, sooner while orders are in progress. */
export function useOverview() {
  return useQuery({
    ...overviewQuery,
    refetchInterval: (query) => pollInterval(query.state.data),
  });
}

function pollInterval(data: Overview | undefined): number {
  return data && data.last24h.inProgress > 0 ? liveIntervalMs : waitingIntervalMs;
}
