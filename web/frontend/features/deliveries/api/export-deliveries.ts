import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../../api-client.ts';
import { saveFile } from '../../../save-file.ts';
import { type DeliveryFilters, writeFilters } from '../delivery-filters.ts';

/** `GET /api/deliveries.csv` under the same filters, saved as a file. */
export function useExportDeliveries() {
  return useMutation({
    mutationFn: async (filters: DeliveryFilters) => {
      const query = writeFilters({ ...filters, cursor: '' });
      saveFile(await downloadFile(`/api/deliveries.csv?${query}`), 'deliveries.csv');
    },
  });
}
