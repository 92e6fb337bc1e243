import type { Reason } from '#api-contract/order.ts';
import afrikaans from '#api-contract/reasons/af.json' with { type: 'json' };
import { type ReasonWords, reasonWords } from '#api-contract/reasons/phrases.ts';
import zulu from '#api-contract/reasons/zu.json' with { type: 'json' };
import { reason } from '#deliveries/reasons.ts';
import { cleanText, clip } from '#placement/clean-text.ts';
import type { Config } from '#runtime/config.ts';
import {
  mostChanges,
  type NamedChange,
  type NamedCondition,
  type Recipient,
  type WhatWaits,
} from '#storage/mail-news.ts';
import type { ConditionCode } from '#storage/shop-conditions.ts';
import type { Block, Row } from './letter.ts';
import type { MailLanguage, MailWords } from './words/words.ts';

/** More are counted, not named: the panel lists them. */
export const mostNamed = 25;

/** How an e-mail speaks, and where its links lead. */
export interface Shown {
  words: MailWords;
  language: MailLanguage;
  /** The panel's address inside this shop's admin, without a slash at the end. */
  panelUrl: string;
  /** Where texts that say "support" lead. */
  supportUrl: string | null;
}

/** The shop's name as a subject has it. */
export function shopNameOf({ shop, shopName }: Pick<Recipient, 'shop' | 'shopName'>): string {
  return clip(cleanText(shopName), 60) || handleOf(shop);
}

/** `demo-shop` of `demo-shop.myshopify.com`. */
function handleOf(shop: string): string {
  return shop.replace(/\.myshopify\.com$/, '');
}

/** What links need of the configuration. */
export interface PanelConfig {
  shopify: Pick<Config['shopify'], 'adminOrigin' | 'apiKey'>;
}

/** Where the panel stands inside a shop's admin; the client id serves as the app's handle. */
export function panelUrlOf({ shopify }: PanelConfig, { address }: Pick<Recipient, 'address'>): string {
  const admin = shopify.adminOrigin ?? 'https://admin.shopify.com';
  return `${admin}/store/${handleOf(address)}/apps/${encodeURIComponent(shopify.apiKey)}`;
}

/** In a few words each: `sending has stopped`, `2 orders need you`; `count` is of the orders that need a person. */
export function newsOf(
  { hold, conditions }: Pick<WhatWaits, 'hold' | 'conditions'>,
  { words, count }: { words: MailWords; count: number },
): string[] {
  const parts = [
    ...(hold ? [words.sendingStopped] : []),
    ...conditions.map((condition) => words.conditions[condition.code](condition.count).headline),
    ...(count > 0 ? [words.needYou(count)] : []),
  ];
  return [...new Set(parts)];
}

/** One block for each thing that waits for a person, the orders with one cause together. */
export function blocksOf({ orders, hold, waiting, conditions }: WhatWaits, shown: Shown): Block[] {
  const named = orders.slice(0, mostNamed);
  return withSupport(shown, [
    ...(hold ? [holdBlock(hold, shown)] : []),
    ...conditions.map((condition) => conditionBlock(condition, shown)),
    ...causeBlocks(named, shown),
    ...(waiting > named.length ? [restBlock(waiting, named.length, shown)] : []),
  ]);
}

/** Where an order stands in the panel, as a line of a block. */
export function orderRow({ orderId, orderName }: { orderId: string; orderName: string }, panelUrl: string): Row {
  const url = `${panelUrl}/deliveries/${encodeURIComponent(orderId)}`;
  return { label: clip(cleanText(orderName), 60), url, value: null, quote: null };
}

/** Whom to ask stands below what says to ask them. */
function withSupport({ words: { support }, supportUrl }: Shown, blocks: Block[]): Block[] {
  return blocks.map((block) => {
    const { heading, lines } = block;
    const isNamed = supportUrl !== null && [heading, ...lines].some((line) => line.includes(support));
    return isNamed ? { ...block, lines: [...lines, `${capital(support)}: ${supportUrl}`] } : block;
  });
}

/** In the panel, where it is dealt with; Home where nothing stands here. */
const places: Partial<Record<ConditionCode, string>> = {
  no_key: '/settings',
  test_mode: '/settings',
  undelivered: '/deliveries?view=changed',
  drift: '/deliveries?view=changed',
  second_driver: '/deliveries?view=needs_you',
  data_request: '/data-requests',
};

function conditionBlock({ code, count, ids, changes = [] }: NamedCondition, { words, panelUrl }: Shown): Block {
  const { heading, message, nextStep } = words.conditions[code](count);
  const url = `${panelUrl}${places[code] ?? ''}`;
  const left = changes.length === 0 ? 0 : (ids?.length ?? 0) - mostChanges;
  const lines = [message, `${words.whatToDo} ${nextStep}`, ...(left > 0 ? [words.summary.more(left)] : [])];
  const rows = changes.map((change) => changeRow(change, { words, panelUrl }));
  return { heading, lines, rows, button: { label: words.openApp, url } };
}

function changeRow({ what, ...order }: NamedChange, { words, panelUrl }: Pick<Shown, 'words' | 'panelUrl'>): Row {
  const row = orderRow(order, panelUrl);
  return what === null ? row : { ...row, label: `${row.label}: ${words.changed[what]}` };
}

function holdBlock(hold: 'key' | 'address', { words, language, panelUrl }: Shown): Block {
  const why = reasonInMail(reason(hold === 'key' ? 'key_refused' : 'address_wrong'), language);
  const url = hold === 'key' ? `${panelUrl}/settings` : panelUrl;
  return {
    ...{ heading: words.everyOrder, lines: linesOf(why, words), rows: [] },
    button: { label: words.openApp, url },
  };
}

/** One block per cause, the orders of it in a table. */
function causeBlocks(orders: WhatWaits['orders'], { words, language, panelUrl }: Shown): Block[] {
  const blocks = new Map<string, Block>();
  for (const { reason: why, words: said, ...order } of orders) {
    const cause = why ? reasonInMail(why, language) : { message: words.noReason, nextStep: null };
    const lines = linesOf(cause, words);
    const block = blocks.get(lines.join('\n')) ?? { heading: '', lines, rows: [], button: null };
    block.rows.push({ ...orderRow(order, panelUrl), quote: quoteOf(said, words) });
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

const languages: Partial<Record<MailLanguage, Record<string, ReasonWords>>> = { af: afrikaans.reason, zu: zulu.reason };

/** A reason in the language of the e-mail, and in English where that has no words for it; clean, in one line each. */
function reasonInMail(why: Reason, language: MailLanguage): Pick<Reason, 'message' | 'nextStep'> {
  const words = reasonWords(languages[language] ?? {}, why);
  const nextStep = words?.nextStep ?? why.nextStep;
  return { message: oneLine(words?.message ?? why.message), nextStep: nextStep && oneLine(nextStep) };
}

const oneLine = (text: string): string => clip(cleanText(text), 500);

/** First letter capital. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
