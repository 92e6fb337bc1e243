import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Overview } from '#api-contract/overview.ts';
import type { CourierMode } from '#api-contract/settings.ts';
import { overviewKey } from '../../shared/api/get-overview.ts';
import { useTestConnection } from '../../shared/api/test-connection.ts';

/** Asks the service once about a stored key that nobody has proven yet, so that nobody has to press for it. */
export function useKeyProof(overview: Overview | undefined): void {
  const client = useQueryClient();
  const { mutate } = useTestConnection();
  const mode = overview ? unproven(overview) : null;
  useEffect(() => {
    if (mode) mutate(mode, { onSettled: () => void client.invalidateQueries({ queryKey: overviewKey }) });
  }, [mode, mutate, client]);
}

function unproven({ status, setup }: Overview): CourierMode | null {
  if (status === 'key_unchecked') return 'live';
  return setup.testKeySet && !setup.testKeyAccepted && !setup.dismissed ? 'test' : null;
}
