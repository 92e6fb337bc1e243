import { slotIn } from '#api-contract/slot-days.ts';
import { cleanText, clip } from '#placement/clean-text.ts';
import { slotText } from '#placement/slot-text.ts';
import type { LeftDelivery, UninstallMail } from '#storage/uninstalls.ts';
import { type Letter, type Row, writeText } from './letter.ts';
import type { Message } from './mailer.ts';
import { capital, shopNameOf } from './what-waits.ts';
import { type MailLanguage, mailWords } from './words/words.ts';
import { writeHtml } from './write-html.ts';

/** More are counted, not named. */
const mostNamed = 200;

/**
 * The e-mail to a merchant who uninstalled the app with drivers booked: order names, references, slots and the service's
 * ids, so that they can ask the service themselves. Nothing of a buyer.
 *
 * @param timeZone IANA zone where the driver drives
 */
export function uninstallMail(mail: UninstallMail, timeZone: string): Omit<Message, 'to'> {
  const { language, deliveries } = mail;
  const words = mailWords[language];
  const { heading, message, nextStep, more, footer } = words.uninstalled;
  const count = deliveries.length;
  const title = words.uninstalled.title(count);
  const shop = shopNameOf(mail);
  const left = count - mostNamed;
  const letter: Letter = {
    ...{ language, from: words.app, shop, title: capital(title) },
    blocks: [
      {
        heading: heading(count),
        lines: [message(count), `${words.whatToDo} ${nextStep(count)}`, ...(left > 0 ? [more(left)] : [])],
        rows: deliveries
          .slice(0, mostNamed)
          .map((one) => rowOf(one, language, { timeZone, shopTimeZone: mail.timeZone })),
        button: null,
      },
    ],
    footer: { text: footer, link: null },
  };
  return { subject: `${shop}: ${title}`, text: writeText(letter), html: writeHtml(letter) };
}

function rowOf(one: LeftDelivery, language: MailLanguage, zones: { timeZone: string; shopTimeZone: string }): Row {
  const { orderName, orderReference, deliveryId, slot } = one;
  const id = cleanText(deliveryId);
  return {
    label: `${clip(cleanText(orderName), 60)} · ${orderReference}`,
    url: null,
    value: slot
      ? slotIn(language, slotText(slot, { ...zones, deliveryId }))
      : id || mailWords[language].uninstalled.notSure,
    quote: null,
  };
}
