import { useMutation } from '@tanstack/react-query';
import { type CourierMode, courierTestResult } from '#api-contract/settings.ts';
import { callApi } from '../../api-client.ts';

/** `POST /api/settings/courier/test`: checks the stored key without placing anything. */
export function useTestConnection() {
  return useMutation({
    mutationFn: (mode: CourierMode) =>
      callApi('/api/settings/courier/test', { method: 'POST', body: { mode }, answer: courierTestResult }),
  });
}
