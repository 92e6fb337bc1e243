import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { figuresView } from '#api-contract/figures.ts';
import { callApi } from '../../../api-client.ts';
import type { Period } from '../periods.ts';

/** `GET /api/figures`; those of the period before stay visible while others load. */
export function useFigures(days: Period) {
  return useQuery({
    queryKey: ['figures', days],
    queryFn: ({ signal }) => callApi(`/api/figures?days=${days}`, { answer: figuresView, signal }),
    placeholderData: keepPreviousData,
  });
}
