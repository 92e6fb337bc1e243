import { createHmac, randomBytes } from 'node:crypto';
import { ipKeyGenerator } from 'express-rate-limit';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';

/** A request that was turned away. */
export interface Refusal {
  /** Which kind: a fixed word of this code, nothing that the caller chose. */
  code: string;
  status: number;
  address: string | undefined;
  /** Only where a verified token named it. */
  shop: ShopDomain | null;
}

export type NoteRefusal = (refusal: Refusal) => void;

const everyMs = 1_000;

/**
 * Logs refusals: at most one line a second of each code, apart for callers whose shop is known and for strangers, so
 * that neither hides the other. `count` is how many there were since the line before, this one among them; `caller` is
 * the address under a key of this process, enough to tell callers apart and nothing to find one by.
 */
export function createRefusalLog({ logger, clock }: Pick<Context, 'logger' | 'clock'>): NoteRefusal {
  const key = randomBytes(32);
  const kinds = new Map<string, { at: number; leftOut: number }>();
  const callerOf = (address: string): string =>
    createHmac('sha256', key).update(ipKeyGenerator(address)).digest('hex').slice(0, 16);
  return ({ code, status, address, shop }) => {
    const kind = `${code} ${shop === null}`;
    const now = clock.now();
    const last = kinds.get(kind);
    if (last && Math.abs(now - last.at) < everyMs) {
      last.leftOut += 1;
      return;
    }
    kinds.set(kind, { at: now, leftOut: 0 });
    logger.warn('requests were refused', {
      ...{ code, status, count: (last?.leftOut ?? 0) + 1 },
      ...(address === undefined ? {} : { caller: callerOf(address) }),
      ...(shop === null ? {} : { shop }),
    });
  };
}
