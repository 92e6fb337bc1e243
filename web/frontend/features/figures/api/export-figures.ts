import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../../api-client.ts';
import { saveFile } from '../../../save-file.ts';
import type { Period } from '../periods.ts';

/** `GET /api/figures.csv` of the same days, saved as a file. */
export function useExportFigures() {
  return useMutation({
    mutationFn: async (days: Period) => saveFile(await downloadFile(`/api/figures.csv?days=${days}`), 'figures.csv'),
  });
}
