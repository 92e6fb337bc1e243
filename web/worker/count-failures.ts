import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { codeOf } from '#runtime/logger.ts';
import { isDataFault } from '#storage/data-fault.ts';

/** So often in the same way, and it will fail for ever. */
const most = 3;
/** A bad answer of Shopify's may be an outage, which ends. */
const outageMs = 15 * 60_000;
/** Orders that are remembered at a time. */
const mostOrders = 10_000;

interface Failure {
  code: string;
  count: number;
  since: number;
}

export interface FailureCount {
  /** Whether the order's run has failed like this often enough to be one of its own kind. */
  isHopeless(key: string, error: unknown, now: number): boolean;
  worked(key: string): void;
}

/** Counts in memory: a restart begins anew, which costs a few runs. */
export function countFailures(): FailureCount {
  const failures = new Map<string, Failure>();
  return {
    worked: (key) => void failures.delete(key),
    isHopeless: (key, error, now) => {
      const code = codeOf(error);
      const waitMs = patienceWith(error);
      if (waitMs === null) return false;
      const before = failures.get(key);
      const failure: Failure =
        before?.code === code ? { ...before, count: before.count + 1 } : { code, count: 1, since: now };
      if (failures.size >= mostOrders) failures.clear();
      failures.set(key, failure);
      return failure.count >= most && now - failure.since >= waitMs;
    },
  };
}

/** How long it may go on before it counts as the order's own fault; null: it is none of the order's. */
function patienceWith(error: unknown): number | null {
  if (error instanceof AppError) return error.code === shopifyErrorCodes.badAnswer ? outageMs : null;
  if (isDataFault(error)) return 0;
  // Of this code's own making; a lost connection is an error with a code, or says so.
  if (!(error instanceof Error) || 'code' in error) return null;
  return /connect|terminat|time-?out|closed|shut/i.test(error.message) ? null : 0;
}
