import type { Digest } from '#storage/digest-store.ts';
import { type Letter, writeText } from './letter.ts';
import type { Message } from './mailer.ts';
import { blocksOf, capital, newsOf, shopNameOf } from './what-waits.ts';
import { mailWords } from './words/words.ts';
import { writeHtml } from './write-html.ts';

/**
 * The e-mail to the merchant: which orders wait for a person and why, what to do, and where; one block per cause. It
 * holds order names, reasons and what the service said with the buyer masked: mail is kept by others and travels in the clear.
 *
 * @param panelUrl the panel's address inside this shop's admin, without a slash at the end
 * @param supportUrl where texts that say "support" lead
 */
export function digestMail(digest: Digest, panelUrl: string, supportUrl: string | null = null): Omit<Message, 'to'> {
  const { language } = digest;
  const words = mailWords[language];
  const shop = shopNameOf(digest);
  const news = newsOf(digest, { words, count: digest.orders.length }).join(', ');
  const letter: Letter = {
    ...{ language, from: words.app, shop, title: capital(news) },
    blocks: blocksOf(digest, { words, language, panelUrl, supportUrl }),
    footer: { text: words.footer, link: { label: words.settings, url: `${panelUrl}/settings` } },
  };
  return { subject: `${shop}: ${news}`, text: writeText(letter), html: writeHtml(letter) };
}
