import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../../api-client.ts';
import { saveFile } from '../../../save-file.ts';

/** `GET /api/data-requests/:id/export`, saved as a file. */
export function useDownloadDataRequest(id: string) {
  return useMutation({
    mutationFn: async () => saveFile(await downloadFile(`/api/data-requests/${id}/export`), `data-request-${id}.json`),
  });
}
