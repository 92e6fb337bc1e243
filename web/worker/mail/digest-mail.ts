import { reason } from '#deliveries/reasons.ts';
import { cleanText, clip } from '#placement/clean-text.ts';
import type { Digest } from '#storage/digest-store.ts';
import type { ShopCondition } from '#storage/shop-conditions.ts';
import { conditionHeadline, conditionWords, sendingStopped } from './condition-words.ts';
import type { Message } from './mailer.ts';
import { type Section, writeHtml, writeText } from './sections.ts';

/** More are counted, not named: the panel lists them. */
const mostNamed = 25;

/**
 * The e-mail to the merchant: which orders wait for a person and why, what to do, and where. It holds order names and
 * reasons, nothing of a buyer: mail is kept by others and travels in the clear.
 *
 * @param panelUrl the panel's address inside this shop's admin, without a slash at the end
 */
export function digestMail(digest: Digest, panelUrl: string): Omit<Message, 'to'> {
  const { orders, hold, waiting, conditions } = digest;
  const named = orders.slice(0, mostNamed);
  const sections: Section[] = [
    ...(hold ? [holdSection(hold, panelUrl)] : []),
    ...conditions.map((condition) => conditionSection(condition, panelUrl)),
    ...named.map((order) => orderSection(order, panelUrl)),
    ...(waiting > named.length ? [restSection(waiting, named.length, panelUrl)] : []),
  ];
  const intro = `${headline(digest)}.`;
  const outro = 'At most one e-mail in 15 minutes. The address is under Settings:';
  const footer: Section = { heading: null, lines: [outro], url: `${panelUrl}/settings` };
  const all = [{ heading: null, lines: [intro], url: null }, ...sections, footer];
  return { subject: headline(digest), text: writeText(all), html: writeHtml(all) };
}

/** `Demo Shop: sending has stopped, 2 orders need attention`. */
function headline({ shop, shopName, orders, hold, conditions }: Digest): string {
  const name = clip(cleanText(shopName), 60) || handleOf(shop);
  const count = orders.length === 1 ? '1 order needs attention' : `${orders.length} orders need attention`;
  const parts = [
    ...(hold ? [sendingStopped] : []),
    ...conditions.map(conditionHeadline),
    ...(orders.length > 0 ? [count] : []),
  ];
  return `${name}: ${[...new Set(parts)].join(', ')}`;
}

function conditionSection(condition: ShopCondition, panelUrl: string): Section {
  const { heading, message, nextStep, path } = conditionWords(condition);
  return { heading, lines: linesOf(message, nextStep), url: `${panelUrl}${path}` };
}

function holdSection(hold: 'key' | 'address', panelUrl: string): Section {
  const { message, nextStep } = reason(hold === 'key' ? 'key_refused' : 'address_wrong');
  return {
    heading: 'Every order',
    lines: linesOf(message, nextStep),
    url: hold === 'key' ? `${panelUrl}/settings` : panelUrl,
  };
}

function orderSection({ orderId, orderName, reason: why }: Digest['orders'][number], panelUrl: string): Section {
  const message = why?.message ?? 'The order needs a person.';
  return {
    heading: clip(cleanText(orderName), 60),
    lines: linesOf(message, why?.nextStep ?? null),
    url: `${panelUrl}/orders/${encodeURIComponent(orderId)}`,
  };
}

function restSection(waiting: number, named: number, panelUrl: string): Section {
  const line =
    named === 0
      ? `${waiting} in all wait for a person.`
      : `${waiting} in all wait for a person; ${named} are named here.`;
  return { heading: 'All orders', lines: [line], url: `${panelUrl}/deliveries?state=needs_attention` };
}

function linesOf(message: string, nextStep: string | null): string[] {
  const clean = (text: string) => clip(cleanText(text), 500);
  return [clean(message), ...(nextStep === null ? [] : [`What to do: ${clean(nextStep)}`])];
}

/** `demo-shop` of `demo-shop.myshopify.com`. */
export function handleOf(shop: string): string {
  return shop.replace(/\.myshopify\.com$/, '');
}
