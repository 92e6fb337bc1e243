import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { figuresView } from '#api-contract/figures.ts';
import { callApi, downloadFile } from '../../../api-client.ts';
import { saveFile } from '../../../save-file.ts';
import type { Period } from '../periods.ts';

/** `GET /api/figures`; those of the period before stay visible while others load. */
export function useFigures(days: Period) {
  return useQuery({
    queryKey: ['figures', days],
    queryFn: ({ signal }) => callApi(`/api/figures?days=${days}`, { answer: figuresView, signal }),
    placeholderData: keepPreviousData,
  });
}

/** `GET /api/figures.csv` of the same days, saved as a file. */
export function useExportFigures() {
  return useMutation({
    mutationFn: async (days: Period) => saveFile(await downloadFile(`/api/figures.csv?days=${days}`), 'figures.csv'),
  });
}
