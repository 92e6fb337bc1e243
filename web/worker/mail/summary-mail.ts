import { DateTime } from 'luxon';
import type { MorningSummary } from '#storage/morning-summary.ts';
import { type Block, type Letter, writeText } from './letter.ts';
import type { Message } from './mailer.ts';
import { blocksOf, capital, mostNamed, newsOf, orderRow, type Shown, shopNameOf } from './what-waits.ts';
import { mailWords } from './words/words.ts';
import { writeHtml } from './write-html.ts';

interface Where {
  /** As for the digest. */
  panelUrl: string;
  supportUrl: string | null;
  /** IANA zone in which the drivers drive. */
  timeZone: string;
}

type SummarySlot = MorningSummary['slots'][number]['slot'];

/** Whether there is anything to tell a shop this morning. */
export function hasNews({ slots, late, toSend, waiting, hold, conditions }: MorningSummary): boolean {
  return hold !== null || slots.length + late.length + toSend + waiting + conditions.length > 0;
}

/**
 * The e-mail in the morning: what waits for a person, what is late from yesterday, and what is booked for today. Order
 * names, reasons and times; nothing of a buyer.
 */
export function summaryMail(summary: MorningSummary, { timeZone, ...where }: Where): Omit<Message, 'to'> {
  const { language } = summary;
  const words = mailWords[language];
  const shown = { words, language, ...where };
  const writeSlot = slotWriter(timeZone, summary.timeZone);
  const shop = shopNameOf(summary);
  const news = headline(summary, shown);
  const letter: Letter = {
    ...{ language, from: words.app, shop, title: words.summary.title(news) },
    blocks: [
      ...blocksOf(summary, shown),
      ...lateBlocks(summary, shown, writeSlot),
      ...toSendBlocks(summary, shown),
      ...todayBlocks(summary, shown, writeSlot),
    ],
    footer: { text: words.summary.footer, link: { label: words.settings, url: `${where.panelUrl}/settings` } },
  };
  return { subject: words.summary.subject(shop, news), text: writeText(letter), html: writeHtml(letter) };
}

function headline(summary: MorningSummary, { words }: Shown): string {
  const { late, toSend, waiting } = summary;
  const booked = summary.slots.reduce((sum, slot) => sum + slot.booked, 0);
  return [
    ...newsOf(summary, { words, count: waiting }),
    ...(late.length > 0 ? [words.summary.late(late.length)] : []),
    ...(toSend > 0 ? [words.summary.toSend(toSend)] : []),
    ...(booked > 0 ? [words.summary.booked(booked)] : []),
  ].join(', ');
}

function lateBlocks({ late }: MorningSummary, { words, panelUrl }: Shown, write: WriteSlot): Block[] {
  if (late.length === 0) return [];
  const { late: heading, lateMessage, lateNextStep, more } = words.summary;
  const left = late.length - mostNamed;
  const lines = [lateMessage, `${words.whatToDo} ${lateNextStep}`, ...(left > 0 ? [more(left)] : [])];
  const rows = late
    .slice(0, mostNamed)
    .map(({ slot, ...order }) => ({ ...orderRow(order, panelUrl), value: write(slot) }));
  return [{ heading: capital(heading(late.length)), lines, rows, button: null }];
}

function toSendBlocks({ toSend }: MorningSummary, { words, panelUrl }: Shown): Block[] {
  if (toSend === 0) return [];
  const { toSend: heading, toSendMessage, showToSend } = words.summary;
  const button = { label: showToSend, url: `${panelUrl}/deliveries?view=to_send` };
  return [{ heading: capital(heading(toSend)), lines: [toSendMessage(toSend)], rows: [], button }];
}

function todayBlocks({ slots }: MorningSummary, { words, panelUrl }: Shown, write: WriteSlot): Block[] {
  if (slots.length === 0) return [];
  const rows = slots.map(({ slot, booked }) => {
    const query = new URLSearchParams({ start: slot.start, ...(slot.end === null ? {} : { end: slot.end }) });
    return { label: write(slot), url: `${panelUrl}/packing-list?${query}`, value: `${booked}`, quote: null };
  });
  const { bookedHeading, eachSlot } = words.summary;
  return [{ heading: bookedHeading, lines: [eachSlot], rows, button: { label: words.openApp, url: panelUrl } }];
}

type WriteSlot = (slot: SummarySlot) => string;

/** Times of a day that the text around names: `10:00–12:00`, with the zone where it is not the shop's. */
function slotWriter(timeZone: string, shopTimeZone: string): WriteSlot {
  const time = (instant: string) => DateTime.fromISO(instant, { zone: timeZone }).toFormat('HH:mm');
  const zone = timeZone === shopTimeZone ? '' : ` ${timeZone}`;
  return ({ start, end }) => `${time(start)}${end === null ? '' : `–${time(end)}`}${zone}`;
}
