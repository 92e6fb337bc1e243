import { useQuery } from '@tanstack/react-query';
import { packingList } from '#api-contract/packing-list.ts';
import { callApi } from '../../../api-client.ts';
import { waitingIntervalMs } from '../../../query-client.ts';

/** `GET /api/packing-list` of the slot that `query` names; asks again by itself, since orders still come in. */
export function usePackingList(query: string) {
  return useQuery({
    queryKey: ['packing-list', query],
    queryFn: ({ signal }) => callApi(`/api/packing-list?${query}`, { answer: packingList, signal }),
    refetchInterval: waitingIntervalMs,
  });
}
