import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { claimDigest, type Digest, postponeDigest, settleDigest } from '#storage/digest-store.ts';
import { refreshConditions } from '#storage/shop-conditions.ts';
import { digestMail } from '../mail/digest-mail.ts';
import { attemptMs, type Mailer, post, type SendOutcome } from '../mail/mailer.ts';
import { panelUrlOf } from '../mail/what-waits.ts';

const minuteMs = 60_000;
/** At most one digest of a shop within it. */
const gapMs = 15 * minuteMs;
/** A claim outlives the longest attempt by the gap, so that a process that died in between sent nothing within it. */
const claimMs = gapMs + attemptMs;
const retryAtMostMs = 60 * minuteMs;
const mostAtATime = 50;
/** How often it is looked at what stands still. */
const refreshMs = 2 * minuteMs;
/** How soon again where that failed. */
const refreshAgainMs = minuteMs / 2;

type Needs = Pick<Context, 'config' | 'storage' | 'logger' | 'metrics'>;

/**
 * Tells merchants by e-mail what newly waits for them. A shop is claimed, and the claim committed, before anything is
 * sent; what it was told of is written down after the server took the message. So a crash in between costs no order its
 * mention: it is repeated, after the gap and never sooner.
 *
 * @param now monotonic milliseconds: a clock of the host that is set back must end no pause late.
 * @returns one round; it resolves to true where there may be more.
 */
export function createDigestJob(
  { config, storage, logger, metrics }: Needs,
  mailer: Mailer,
  now: () => number = () => performance.now(),
): (stopping?: AbortSignal) => Promise<boolean> {
  const { db } = storage;
  let restUntil = 0;
  let refreshAt = 0;

  const tell = async (digest: Digest): Promise<SendOutcome['kind']> => {
    const message = digestMail(digest, panelUrlOf(config, digest), config.supportUrl);
    const { kind } = await post({ logger, metrics }, mailer, digest, message);
    // What may have arrived is not repeated before the gap is over.
    const leastMs = kind === 'unknown' ? gapMs : minuteMs;
    if (kind === 'sent') await settleDigest(db, digest, gapMs);
    else await postponeDigest(db, digest.shop, { leastMs, mostMs: retryAtMostMs });
    return kind;
  };

  // It looks at all shops at once: its failure must not silence what is known of their orders.
  const refresh = async (): Promise<void> => {
    refreshAt = now() + refreshMs;
    try {
      await refreshConditions(db);
    } catch (error) {
      refreshAt = now() + refreshAgainMs;
      logger.error('it could not be looked at what stands still', { code: codeOf(error) });
    }
  };

  return async (stopping) => {
    if (now() >= refreshAt) await refresh();
    if (now() < restUntil) return false;
    let hasTold = false;
    for (let count = 0; count < mostAtATime && !stopping?.aborted; count += 1) {
      const digest = await claimDigest(storage, claimMs);
      if (!digest) return false;
      if (digest.orders.length === 0 && digest.hold === null && digest.conditions.length === 0) {
        // Put right by somebody between the claim and the reading.
        await settleDigest(db, digest, 0);
        continue;
      }
      hasTold = true;
      const kind = await tell(digest);
      if (kind === 'sent' || kind === 'refused') continue;
      // The other shops' e-mails would meet the same, and a server that refuses the app is not to be stormed.
      restUntil = now() + minuteMs;
      return false;
    }
    // Where there was nothing to tell of, at once again would be for nothing.
    return hasTold;
  };
}
