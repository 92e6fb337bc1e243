import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { reason } from '#deliveries/reasons.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { Digest } from '#storage/digest-store.ts';
import type { MorningSummary } from '#storage/morning-summary.ts';
import type { UninstallMail } from '#storage/uninstalls.ts';
import { digestMail } from '#worker/mail/digest-mail.ts';
import { linkMail } from '#worker/mail/link-mail.ts';
import { summaryMail } from '#worker/mail/summary-mail.ts';
import { uninstallMail } from '#worker/mail/uninstall-mail.ts';
import { demoShop } from './local-world.ts';

const shop = demoShop as Digest['shop'];
type Named = Digest['orders'][number];
const named = (number: number, reason: Named['reason'], words: string | null = null): Named => ({
  orderId: String(number),
  orderName: `#${number}`,
  ...{ reason, words },
});

const digest: Digest = {
  ...{ shop, shopName: 'Kettle & Crumb', email: 'owner@kettles.example', language: 'en' },
  orders: [
    named(1002, placementReason('dropoff_phone_missing')),
    named(1006, placementReason('dropoff_phone_missing')),
    named(1009, placementReason('dropoff_street_missing')),
    named(1012, reason('refused_by_service'), 'No driver goes to ••• today.'),
  ],
  ...{ waiting: 4, hold: null, conditions: [{ code: 'drift', count: 1 }] },
};

const timeZone = 'Africa/Johannesburg';
const slot = (day: number, from: number) => ({
  start: `2026-11-${day}T${from}:00+02:00`,
  end: `2026-11-${day}T${from + 2}:00+02:00`,
});
const summary: MorningSummary = {
  ...{ ...digest, timeZone, day: '2026-11-23', conditions: [], toSend: 0 },
  slots: [
    { slot: slot(23, 10), booked: 7 },
    { slot: slot(23, 12), booked: 4 },
    { slot: slot(23, 16), booked: 11 },
  ],
  late: [{ orderId: '998', orderName: '#998', slot: slot(22, 16) }],
};

const left: UninstallMail = {
  ...{ shop, shopName: 'Kettle & Crumb', email: 'owner@kettles.example', language: 'en' },
  timeZone,
  deliveries: [
    {
      ...{ orderName: '#1001', orderReference: '1001', deliveryId: 'D-1001' },
      slot: slot(23, 14),
    },
    { orderName: '#1004', orderReference: '1004', deliveryId: null, slot: null },
  ],
};

/** The e-mails as mail programs draw them: wide and narrow, light and dark. */
export async function shootMails(chromium: Browser, folder: string): Promise<void> {
  const link = {
    shop,
    shopName: digest.shopName,
    email: digest.email,
    language: digest.language,
    token: 'A'.repeat(43),
  };
  const panelUrl = 'https://admin.shopify.com/store/kettles/apps/same-day-delivery';
  const mails = {
    'mail-digest': digestMail(digest, panelUrl).html,
    'mail-summary': summaryMail(summary, { panelUrl, supportUrl: null, timeZone }).html,
    'mail-link': linkMail(link, 'https://app.example').html,
    'mail-uninstall': uninstallMail(left, timeZone).html,
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 600]) {
      const page = await chromium.newPage({ viewport: { width, height: 400 }, colorScheme });
      for (const [name, html] of Object.entries(mails)) {
        await page.setContent(html);
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
      await page.close();
    }
  }
}
