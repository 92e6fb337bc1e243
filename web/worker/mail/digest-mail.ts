import { reason } from '#deliveries/reasons.ts';
import { cleanText, clip } from '#placement/clean-text.ts';
import type { Digest } from '#storage/digest-store.ts';
import type { ConditionCode, ShopCondition } from '#storage/shop-conditions.ts';
import { type Block, type Letter, type Row, writeText } from './letter.ts';
import type { Message } from './mailer.ts';
import { reasonWords } from './reason-words.ts';
import { type MailLanguage, type MailWords, mailWords } from './words/words.ts';
import { writeHtml } from './write-html.ts';

/** More are counted, not named: the panel lists them. */
const mostNamed = 25;

/**
 * The e-mail to the merchant: which orders wait for a person and why, what to do, and where; one block per cause. It
 * holds order names, reasons and what the service said with the buyer masked: mail is kept by others and travels in the clear.
 *
 * @param panelUrl the panel's address inside this shop's admin, without a slash at the end
 * @param supportUrl where texts that say "support" lead
 */
export function digestMail(digest: Digest, panelUrl: string, supportUrl: string | null = null): Omit<Message, 'to'> {
  const { orders, hold, waiting, conditions, language } = digest;
  const words = mailWords[language];
  const shown = { words, language, panelUrl };
  const named = orders.slice(0, mostNamed);
  const shop = clip(cleanText(digest.shopName), 60) || handleOf(digest.shop);
  const news = headline(digest, words);
  const letter: Letter = {
    ...{ language, from: words.app, shop, title: capital(news) },
    blocks: withSupport(words, supportUrl, [
      ...(hold ? [holdBlock(hold, shown)] : []),
      ...conditions.map((condition) => conditionBlock(condition, shown)),
      ...causeBlocks(named, shown),
      ...(waiting > named.length ? [restBlock(waiting, named.length, shown)] : []),
    ]),
    footer: { text: words.footer, link: { label: words.settings, url: `${panelUrl}/settings` } },
  };
  return { subject: `${shop}: ${news}`, text: writeText(letter), html: writeHtml(letter) };
}

/** Whom to ask stands below what says to ask them. */
function withSupport({ support }: MailWords, supportUrl: string | null, blocks: Block[]): Block[] {
  return blocks.map((block) => {
    const { heading, lines } = block;
    const isNamed = supportUrl !== null && [heading, ...lines].some((line) => line.includes(support));
    return isNamed ? { ...block, lines: [...lines, `${capital(support)}: ${supportUrl}`] } : block;
  });
}

interface Shown {
  words: MailWords;
  language: MailLanguage;
  panelUrl: string;
}

/** `sending has stopped, 2 orders need you`. */
function headline({ orders, hold, conditions }: Digest, words: MailWords): string {
  const parts = [
    ...(hold ? [words.sendingStopped] : []),
    ...conditions.map(({ code, count }) => words.conditions[code](count).headline),
    ...(orders.length > 0 ? [words.needYou(orders.length)] : []),
  ];
  return [...new Set(parts)].join(', ');
}

/** In the panel, where it is dealt with; Home where nothing stands here. */
const places: Partial<Record<ConditionCode, string>> = {
  no_key: '/settings',
  test_mode: '/settings',
  undelivered: '/deliveries?view=changed',
  drift: '/deliveries?state=placed',
  data_request: '/data-requests',
};

function conditionBlock({ code, count }: ShopCondition, { words, panelUrl }: Shown): Block {
  const { heading, message, nextStep } = words.conditions[code](count);
  const url = `${panelUrl}${places[code] ?? ''}`;
  const lines = [message, `${words.whatToDo} ${nextStep}`];
  return { heading, lines, rows: [], button: { label: words.openApp, url } };
}

function holdBlock(hold: 'key' | 'address', { words, language, panelUrl }: Shown): Block {
  const why = reasonWords(reason(hold === 'key' ? 'key_refused' : 'address_wrong'), language);
  const url = hold === 'key' ? `${panelUrl}/settings` : panelUrl;
  return {
    ...{ heading: words.everyOrder, lines: linesOf(why, words), rows: [] },
    button: { label: words.openApp, url },
  };
}

/** One block per cause, the orders of it in a table. */
function causeBlocks(orders: Digest['orders'], { words, language, panelUrl }: Shown): Block[] {
  const blocks = new Map<string, Block>();
  for (const { orderId, orderName, reason: why, words: said } of orders) {
    const cause = why ? reasonWords(why, language) : { message: words.noReason, nextStep: null };
    const lines = linesOf(cause, words);
    const block = blocks.get(lines.join('\n')) ?? { heading: '', lines, rows: [], button: null };
    const url = `${panelUrl}/deliveries/${encodeURIComponent(orderId)}`;
    block.rows.push({ label: clip(cleanText(orderName), 60), url, value: null, quote: quoteOf(said, words) });
    blocks.set(lines.join('\n'), block);
  }
  return [...blocks.values()].map((block) => ({ ...block, heading: capital(words.needYou(block.rows.length)) }));
}

function quoteOf(said: string | null, { serviceSays }: MailWords): Row['quote'] {
  const text = clip(cleanText(said), 300);
  return text === '' ? null : { says: serviceSays, text };
}

function restBlock(waiting: number, named: number, { words, panelUrl }: Shown): Block {
  return {
    ...{ heading: words.allOrders, lines: [words.inAll(waiting, named)], rows: [] },
    button: { label: words.showAll, url: `${panelUrl}/deliveries?view=needs_you` },
  };
}

function linesOf({ message, nextStep }: { message: string; nextStep: string | null }, words: MailWords): string[] {
  return [message, ...(nextStep === null ? [] : [`${words.whatToDo} ${nextStep}`])];
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `demo-shop` of `demo-shop.myshopify.com`. */
export function handleOf(shop: string): string {
  return shop.replace(/\.myshopify\.com$/, '');
}
