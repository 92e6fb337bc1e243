import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../../api-client.ts';
import { type DeliveryFilters, writeFilters } from '../delivery-filters.ts';

/** `GET /api/deliveries.csv` under the same filters, saved as a file. */
export function useExportDeliveries() {
  return useMutation({
    mutationFn: async (filters: DeliveryFilters) => {
      const query = writeFilters({ ...filters, cursor: '' });
      const file = await downloadFile(`/api/deliveries.csv?${query}`);
      const url = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = url;
      link.download = 'deliveries.csv';
      link.click();
      URL.revokeObjectURL(url);
    },
  });
}
