import { z } from 'zod';
import type { MailAddressView } from '#api-contract/settings.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { askForLink, readMailAddress } from '#storage/mail-address.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { conflict } from '../../http-problem.ts';
import { type ApiCall, bodyOf, emptyBody } from '../api-call.ts';

type Needs = Pick<Context, 'config' | 'storage' | 'shopify' | 'logger'>;

/** `GET /api/settings/mail`: whether e-mails reach the shop's address, and which address Shopify knows. */
export async function showMailAddress(context: Needs, { shop }: ApiCall): Promise<MailAddressView> {
  const address = shop.settings.notifications.email;
  const { confirmed, linkSentAt } = await readMailAddress(context.storage.db, shop.domain);
  return {
    sending: context.config.mail !== null,
    address,
    confirmed: address !== null && confirmed,
    linkSentAt: linkSentAt?.toISOString() ?? null,
    contact: address === null ? await contactOf(context, shop.domain) : null,
  };
}

/** `POST /api/settings/mail/link`: another link to the address that is not confirmed yet. */
export async function sendLinkAgain(context: Needs, call: ApiCall): Promise<MailAddressView> {
  bodyOf(call, emptyBody);
  const { db } = context.storage;
  const { shop, actor } = call;
  if (shop.settings.notifications.email === null) {
    throw conflict(
      'no_mail_address',
      'No e-mail address is set for this shop, so no link was sent.',
      'Enter an address under Settings, E-mail, and save it. The link then goes out by itself.',
      'notifications.email',
    );
  }
  if ((await readMailAddress(db, shop.domain)).confirmed) {
    throw conflict('mail_address_confirmed', 'The address is confirmed already. No link was sent.', null);
  }
  if (!(await askForLink(db, shop.domain))) {
    throw conflict(
      'link_just_sent',
      'A link went out a moment ago, or five went out today. No other one was sent.',
      'Look into the mailbox, the folder for spam too. Else try again in a minute, or tomorrow.',
    );
  }
  await writeAudit(db, shop.domain, { actor, action: 'send_link_again', detail: '' });
  return showMailAddress(context, call);
}

/** null where Shopify does not say; it is an offer only. */
async function contactOf({ shopify, logger }: Needs, shop: ApiCall['shop']['domain']): Promise<string | null> {
  try {
    return z.email().safeParse((await shopify.readShop(shop)).contactEmail).data ?? null;
  } catch (error) {
    logger.warn('the contact of a shop could not be asked for', { code: codeOf(error), shop });
    return null;
  }
}
