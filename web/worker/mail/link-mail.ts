import type { ConfirmationLink } from '#storage/mail-address.ts';
import { type Letter, writeText } from './letter.ts';
import type { Message } from './mailer.ts';
import { capital } from './what-waits.ts';
import { mailWords } from './words/words.ts';
import { writeHtml } from './write-html.ts';

/**
 * The e-mail that asks whoever reads it whether the shop may write to this address. Nothing else is in it; the shop goes
 * by its address, for its name is free text, and anybody's address may be entered.
 */
export function linkMail({ shop, language, token }: ConfirmationLink, appUrl: string): Omit<Message, 'to'> {
  const words = mailWords[language];
  const { title, heading, message, ignore, button } = words.confirm;
  const url = `${appUrl}/mail/confirm?token=${token}`;
  const letter: Letter = {
    ...{ language, from: words.app, shop, title: capital(title) },
    blocks: [{ heading, lines: [message(shop)], rows: [], button: { label: button, url } }],
    footer: { text: ignore, link: null },
  };
  return { subject: `${shop}: ${title}`, text: writeText(letter), html: writeHtml(letter) };
}
