import type { Context } from '#runtime/context.ts';
import { claimLink, forgetAddresses, postponeLink, settleLink } from '#storage/mail-address.ts';
import { linkMail } from '../mail/link-mail.ts';
import { attemptMs, type Mailer, post } from '../mail/mailer.ts';

const minuteMs = 60_000;
/** A claim outlives the longest attempt. */
const claimMs = 15 * minuteMs + attemptMs;
const mostAtATime = 20;
const forgetEveryMs = 10 * minuteMs;

type Needs = Pick<Context, 'config' | 'storage' | 'logger' | 'metrics'>;

/**
 * Sends the link that confirms a shop's new address. Until it was used, nothing else is sent there.
 *
 * @param now monotonic milliseconds: a clock of the host that is set back must end no pause late.
 * @returns one round.
 */
export function createLinkJob(
  { config, storage, logger, metrics }: Needs,
  mailer: Mailer,
  now: () => number = () => performance.now(),
): (stopping?: AbortSignal) => Promise<void> {
  const { db } = storage;
  let forgetAt = 0;
  return async (stopping) => {
    if (now() >= forgetAt) {
      await forgetAddresses(db);
      forgetAt = now() + forgetEveryMs;
    }
    for (let count = 0; count < mostAtATime && !stopping?.aborted; count += 1) {
      const link = await claimLink(db, claimMs);
      if (!link) return;
      const { kind } = await post({ logger, metrics }, mailer, link, linkMail(link, config.appUrl));
      if (kind === 'sent') {
        await settleLink(db, link);
        continue;
      }
      const unsent = kind === 'unsent';
      await postponeLink(db, link, { delayMs: unsent ? minuteMs : 60 * minuteMs, counts: !unsent });
      if (unsent) return;
    }
  };
}
