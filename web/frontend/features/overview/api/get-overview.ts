import { useQuery } from '@tanstack/react-query';
import { type Overview, overview } from '#api-contract/panel.ts';
import { callApi } from '../../../api-client.ts';
import { liveIntervalMs, waitingIntervalMs } from '../../../query-client.ts';

export const overviewKey = ['overview'];

/** `GET /api/overview`; asks again while orders are in progress or wait for the service. */
export function useOverview() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => callApi('/api/overview', { answer: overview, signal }),
    refetchInterval: (query) => pollInterval(query.state.data),
  });
}

function pollInterval(data: Overview | undefined): number | false {
  if (!data) return false;
  if (data.last24h.inProgress > 0) return liveIntervalMs;
  return data.status !== 'paused' && data.last24h.held > 0 ? waitingIntervalMs : false;
}
