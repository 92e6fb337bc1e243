import { useQuery } from '@tanstack/react-query';
import { dataRequestList } from '#api-contract/panel.ts';
import { callApi } from '../../../api-client.ts';

/** `GET /api/data-requests`. */
export function useDataRequests() {
  return useQuery({
    queryKey: ['data-requests'],
    queryFn: ({ signal }) => callApi('/api/data-requests', { answer: dataRequestList, signal }),
  });
}
