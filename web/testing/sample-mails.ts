import { confirmPage } from '#backend/mail/confirm-page.ts';
import type { ChangedWhat } from '#deliveries/changed-what.ts';
import { reason } from '#deliveries/reasons.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { Digest } from '#storage/digest-store.ts';
import type { NamedCondition } from '#storage/mail-news.ts';
import type { MorningSummary } from '#storage/morning-summary.ts';
import type { ConditionCode } from '#storage/shop-conditions.ts';
import type { UninstallMail } from '#storage/uninstalls.ts';
import { digestMail } from '#worker/mail/digest-mail.ts';
import { linkMail } from '#worker/mail/link-mail.ts';
import type { Message } from '#worker/mail/mailer.ts';
import { summaryMail } from '#worker/mail/summary-mail.ts';
import { uninstallMail } from '#worker/mail/uninstall-mail.ts';
import { type MailLanguage, mailWords } from '#worker/mail/words/words.ts';

type Mail = Omit<Message, 'to'>;
type Named = Digest['orders'][number];

const recipient = {
  ...{
    shop: 'kettles.myshopify.com' as ShopDomain,
    address: 'kettles.myshopify.com' as ShopDomain,
    shopName: 'Kettle & Crumb',
    email: 'owner@kettles.example',
  },
};
/** What the delivery service says in one of them, in its own words. */
export const serviceSays = 'No driver goes to ••• today.';
const panelUrl = 'https://admin.shopify.com/store/kettles/apps/same-day-delivery';
const supportUrl = 'https://app.example/help';
const timeZone = 'Africa/Johannesburg';
const nothing = { orders: [], waiting: 0, hold: null, conditions: [] };
const quiet = { ...nothing, timeZone, day: '2026-11-23', slots: [], late: [], toSend: 0 };

const named = (number: number, reason: Named['reason'], words: string | null = null): Named => ({
  orderId: String(number),
  orderName: `#${number}`,
  ...{ reason, words },
});
const slot = (day: number, from: number) => ({
  start: `2026-11-${day}T${from}:00+02:00`,
  end: `2026-11-${day}T${from + 2}:00+02:00`,
});
const phoneless = (count: number) =>
  Array.from({ length: count }, (_, index) => named(1_000 + index, placementReason('dropoff_phone_missing')));
const late = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ orderId: '998', orderName: `#${998 + index}`, slot: slot(22, 16) }));
/** That many deliveries to decide about, for these causes in turn. */
const changed = (code: ConditionCode, count: number, whats: readonly ChangedWhat[]): NamedCondition => {
  const ids = Array.from({ length: count }, (_, index) => `${1_042 + index}/${1_042 + index}`);
  const changes = ids.map((_, index) => ({
    ...{ orderId: `${1_042 + index}`, orderName: `#${1_042 + index}` },
    what: whats[index % whats.length] ?? null,
  }));
  return { code, count, ids, changes };
};
const left = (count: number): UninstallMail['deliveries'] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ orderName: `#${1_001 + index}`, orderReference: `${1_001 + index}` },
    ...(index === 1 ? { deliveryId: null, slot: null } : { deliveryId: `D-${index}`, slot: slot(23, 14) }),
  }));

/** Every reason that an order may wait for, its values filled in. */
const everyReason = Object.entries({ ...placementReason.catalogue, ...reason.catalogue }).map(([code, words]) => ({
  ...{ code, ...words, field: null, serviceMessage: null, until: null, retrying: false },
  params: Object.fromEntries([...JSON.stringify(words).matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 7])),
}));

const everyWhat = Object.keys(mailWords.en.changed) as ChangedWhat[];

function writers(language: MailLanguage) {
  const to = { ...recipient, language };
  return {
    digest: (news: Partial<Digest>) => digestMail({ ...to, ...nothing, ...news }, panelUrl, supportUrl),
    summary: (news: Partial<MorningSummary>) =>
      summaryMail({ ...to, ...quiet, ...news }, { panelUrl, supportUrl, timeZone }),
    link: () => linkMail({ ...to, token: 'A'.repeat(43) }, 'https://app.example'),
    uninstalled: (count: number) => uninstallMail({ ...to, timeZone, deliveries: left(count) }, timeZone),
  };
}

/** One e-mail of each kind, as a shop may well get it. */
export function sampleMails(language: MailLanguage): Record<'digest' | 'summary' | 'link' | 'uninstall', Mail> {
  const write = writers(language);
  const waits = {
    orders: [
      named(1002, placementReason('dropoff_phone_missing')),
      named(1006, placementReason('dropoff_phone_missing')),
      named(1009, placementReason('dropoff_street_missing')),
      named(1012, reason('refused_by_service'), serviceSays),
    ],
    waiting: 4,
  };
  const slots = [
    { slot: slot(23, 10), booked: 7 },
    { slot: slot(23, 12), booked: 4 },
    { slot: slot(23, 16), booked: 11 },
  ];
  return {
    digest: write.digest({ ...waits, conditions: [changed('drift', 1, ['address'])] }),
    summary: write.summary({ ...waits, slots, late: late(1) }),
    link: write.link(),
    uninstall: write.uninstalled(2),
  };
}

/** E-mails of each kind about that many of everything that is counted, by what each is about. */
export function countedMails(language: MailLanguage, count: number): Record<string, Mail> {
  const { digest, summary, uninstalled } = writers(language);
  const codes = Object.keys(mailWords.en.conditions) as (keyof typeof mailWords.en.conditions)[];
  const conditions = codes.map((code) => [code, digest({ conditions: [{ code, count }] })] as const);
  return {
    ...Object.fromEntries(conditions),
    orders: digest({ orders: phoneless(count), waiting: count }),
    'orders told of before': digest({ waiting: count, hold: 'key' }),
    'orders beside others': digest({ orders: phoneless(count), waiting: count + 40 }),
    'late deliveries': summary({ late: late(count) }),
    'more late deliveries than are named': summary({ late: late(25 + count) }),
    'orders to send': summary({ toSend: count }),
    'booked deliveries': summary({ slots: [{ slot: slot(23, 10), booked: count }] }),
    'deliveries that are left': uninstalled(count),
    'more deliveries than are named': uninstalled(200 + count),
  };
}

/** Every e-mail of every cause, and the pages that its link leads to, by what each is about. */
export function everyMail(language: MailLanguage): Record<string, Mail> {
  const { digest, link } = writers(language);
  const page = (kind: 'done' | 'gone') => confirmPage({ kind }, { ...recipient, language });
  const asks = confirmPage({ kind: 'ask', token: 'A'.repeat(43) }, { ...recipient, language });
  const reasons = everyReason.map((why) => [`reason ${why.code}`, digest({ orders: [named(1, why)], waiting: 1 })]);
  const pages = Object.entries({ asks, done: page('done'), gone: page('gone') });
  return {
    ...Object.fromEntries(reasons),
    'what changed': digest({ conditions: [changed('drift', everyWhat.length, everyWhat)] }),
    'no reason': digest({ orders: [named(1, null, '•••')], waiting: 1 }),
    'key refused': digest({ hold: 'key' }),
    'address wrong': digest({ hold: 'address' }),
    ...sampleMails(language),
    link: link(),
    ...Object.fromEntries(pages.map(([name, html]) => [`page: ${name}`, { subject: '', text: '', html }])),
    ...countedMails(language, 1),
    ...Object.fromEntries(Object.entries(countedMails(language, 2)).map(([name, mail]) => [`2 ${name}`, mail])),
  };
}
