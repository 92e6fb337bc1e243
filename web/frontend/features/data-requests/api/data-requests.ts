import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataRequestList, dataRequestView } from '#api-contract/data-requests.ts';
import { callApi, downloadFile } from '../../../api-client.ts';
import { retryWhileSaid } from '../../../query-client.ts';
import { saveFile } from '../../../save-file.ts';

/** `GET /api/data-requests`. */
export function useDataRequests() {
  return useQuery({
    queryKey: ['data-requests'],
    queryFn: ({ signal }) => callApi('/api/data-requests', { answer: dataRequestList, signal }),
    retry: retryWhileSaid,
  });
}

/** `GET /api/data-requests/:id/export`, saved as a file. */
export function useDownloadDataRequest(id: string) {
  return useMutation({
    mutationFn: async () => saveFile(await downloadFile(`/api/data-requests/${id}/export`), `data-request-${id}.json`),
  });
}

/** `POST /api/data-requests/:id/answered`. */
export function useAnswerDataRequest(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi(`/api/data-requests/${id}/answered`, { method: 'POST', body: {}, answer: dataRequestView }),
    onSuccess: () => client.invalidateQueries(),
  });
}
