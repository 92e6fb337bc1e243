import { useMutation } from '@tanstack/react-query';
import { courierTestResult } from '#api-contract/settings.ts';
import { callApi } from '../../api-client.ts';

/** Which of the two accounts: the live one or its test twin. */
export type CourierMode = 'live' | 'test';

/** `POST /api/settings/courier/test`: checks the stored key without placing anything. */
export function useTestConnection() {
  return useMutation({
    mutationFn: (mode: CourierMode) =>
      callApi('/api/settings/courier/test', { method: 'POST', body: { mode }, answer: courierTestResult }),
  });
}
