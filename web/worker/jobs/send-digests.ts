import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { claimDigest, type Digest, postponeDigest, settleDigest } from '#storage/digest-store.ts';
import { digestMail, handleOf } from '../mail/digest-mail.ts';
import type { Mailer } from '../mail/mailer.ts';

const minuteMs = 60_000;
/** At most one digest of a shop within it. */
const gapMs = 15 * minuteMs;
const retryAtMostMs = 60 * minuteMs;
const mostAtATime = 50;

type Needs = Pick<Context, 'config' | 'storage' | 'logger' | 'metrics'>;

/**
 * Tells merchants by e-mail what newly waits for them. A shop is claimed, and the claim committed, before anything is
 * sent; what it was told of is written down after the server took the message. So a crash in between costs no order its
 * mention: it is repeated, after the gap and never sooner.
 *
 * @returns true where there may be more.
 */
export async function sendDigests({ config, storage, logger, metrics }: Needs, mailer: Mailer): Promise<boolean> {
  for (let count = 0; count < mostAtATime; count += 1) {
    const digest = await claimDigest(storage.db, gapMs);
    if (!digest) return false;
    const outcome = await sendOne(digest, panelUrlOf(config, digest.shop), mailer);
    metrics.attentionMails.inc({ result: outcome.kind });
    if (outcome.kind === 'sent') {
      await settleDigest(storage.db, digest, gapMs);
      continue;
    }
    logger.warn('an e-mail could not be sent', { code: outcome.code, shop: digest.shop });
    // What may have arrived is not repeated before the gap is over.
    const leastMs = outcome.kind === 'unknown' ? gapMs : minuteMs;
    await postponeDigest(storage.db, digest.shop, { leastMs, mostMs: retryAtMostMs });
    // The other shops' e-mails would meet the same: they wait for the next round.
    if (outcome.kind !== 'refused') return false;
  }
  return true;
}

async function sendOne(digest: Digest, panelUrl: string, mailer: Mailer): ReturnType<Mailer['send']> {
  if (digest.email === null) return { kind: 'refused', code: 'no_address' };
  return mailer.send({ to: digest.email, ...digestMail(digest, panelUrl) });
}

/** Where the panel stands inside a shop's admin; the client id serves as the app's handle. */
function panelUrlOf({ shopify }: Context['config'], shop: ShopDomain): string {
  const admin = shopify.adminOrigin ?? 'https://admin.shopify.com';
  return `${admin}/store/${handleOf(shop)}/apps/${encodeURIComponent(shopify.apiKey)}`;
}
