import type { ServiceRow } from './service-row.ts';

/** What people did at the service, by reference, and the ids of the jobs that it was told to cancel. */
export const newDispatched = () => ({
  anew: new Map<string, 'at_once' | 'late'>(),
  deleted: new Set<string>(),
  toldToCancel: new Set<string>(),
  /** What another job of its reference took the place of. */
  former: [] as ServiceRow[],
});
