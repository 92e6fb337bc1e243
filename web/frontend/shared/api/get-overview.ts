import { useQuery } from '@tanstack/react-query';
import { type Overview, overview } from '#api-contract/overview.ts';
import { callApi } from '../../api-client.ts';
import { liveIntervalMs, waitingIntervalMs } from '../../query-client.ts';

export const overviewKey = ['overview'];
export const overviewCall = { queryKey: overviewKey, path: '/api/overview', answer: overview };

/** `GET /api/overview`; asks again by itself while the panel is seen, sooner while orders are in progress. */
export function useOverview() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => callApi(overviewCall.path, { answer: overview, signal }),
    refetchInterval: (query) => pollInterval(query.state.data),
  });
}

function pollInterval(data: Overview | undefined): number {
  return data && data.last24h.inProgress > 0 ? liveIntervalMs : waitingIntervalMs;
}
