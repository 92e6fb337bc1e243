import type { Context } from '#runtime/context.ts';
import { claimUninstallMail, postponeUninstallMail, settleUninstallMail } from '#storage/uninstalls.ts';
import { attemptMs, type Mailer, post } from '../mail/mailer.ts';
import { uninstallMail } from '../mail/uninstall-mail.ts';

const minuteMs = 60_000;
/** A claim outlives the longest attempt. */
const claimMs = 15 * minuteMs + attemptMs;
const mostAtATime = 20;

type Needs = Pick<Context, 'storage' | 'logger' | 'metrics' | 'ports'>;

/**
 * Tells merchants who uninstalled the app which drivers were booked: nothing is cancelled, and nobody follows them here
 * any more. Where none was booked, nothing is sent.
 *
 * @returns one round.
 */
export function createUninstallMailJob(
  { storage, logger, metrics, ports }: Needs,
  mailer: Mailer,
): (stopping?: AbortSignal) => Promise<void> {
  const { db } = storage;
  return async (stopping) => {
    for (let count = 0; count < mostAtATime && !stopping?.aborted; count += 1) {
      const mail = await claimUninstallMail(db, claimMs);
      if (!mail) return;
      const { shop, email, deliveries } = mail;
      if (email === null || deliveries.length === 0) {
        await settleUninstallMail(db, shop);
        continue;
      }
      const { kind } = await post({ logger, metrics }, mailer, mail, uninstallMail(mail, ports.courier.timeZone));
      if (kind === 'sent') {
        await settleUninstallMail(db, shop);
        continue;
      }
      const unsent = kind === 'unsent';
      await postponeUninstallMail(db, shop, unsent ? minuteMs : 60 * minuteMs);
      if (unsent) return;
    }
  };
}
