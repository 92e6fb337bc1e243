import type { Context } from '#runtime/context.ts';
import { claimLink, forgetAddresses, postponeLink, settleLink } from '#storage/mail-address.ts';
import { linkMail } from '../mail/link-mail.ts';
import { attemptMs, type Mailer } from '../mail/mailer.ts';

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
      const outcome =
        link.email === null
          ? { kind: 'refused' as const, code: 'no_address' }
          : await mailer.send({ to: link.email, ...linkMail(link, config.appUrl) });
      metrics.attentionMails.inc({ result: outcome.kind });
      if (outcome.kind === 'sent') {
        await settleLink(db, link);
        continue;
      }
      logger.warn('an e-mail could not be sent', { code: outcome.code, shop: link.shop });
      const unsent = outcome.kind === 'unsent';
      await postponeLink(db, link, { delayMs: unsent ? minuteMs : 60 * minuteMs, counts: !unsent });
      if (unsent) return;
    }
  };
}
