import { useQuery } from '@tanstack/react-query';
import { locationsView } from '#api-contract/locations.ts';
import { callApi } from '../../api-client.ts';

/** `GET /api/locations`: where parcels are collected, and the delivery methods seen in the shop. */
export function useLocations() {
  return useQuery({
    queryKey: ['locations'],
    queryFn: ({ signal }) => callApi('/api/locations', { answer: locationsView, signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
