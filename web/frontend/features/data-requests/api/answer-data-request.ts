import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataRequestView } from '#api-contract/panel.ts';
import { callApi } from '../../../api-client.ts';

/** `POST /api/data-requests/:id/answered`. */
export function useAnswerDataRequest(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi(`/api/data-requests/${id}/answered`, { method: 'POST', body: {}, answer: dataRequestView }),
    onSuccess: () => client.invalidateQueries(),
  });
}
