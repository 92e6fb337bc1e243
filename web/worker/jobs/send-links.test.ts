import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { mailAddressView } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freePort } from '#testing/free-port.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { createMailer } from '../mail/mailer.ts';
import { type MailSink, startMailSink } from '../testing/mail-sink.ts';
import { createDigestJob } from './send-digests.ts';
import { createLinkJob } from './send-links.ts';

const shop = demoShop as ShopDomain;
const to = 'owner@shop.example';
let world: LocalWorld;
let sink: MailSink;

beforeAll(async () => {
  sink = await startMailSink();
  world = await startTestWorld({ engine: 'embedded' });
  const { id } = world.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
});
afterAll(async () => {
  await world.close();
  await sink.close();
});
beforeEach(async () => {
  sink.mails.length = 0;
  await db().deleteFrom('mail_address').execute();
  await db().updateTable('shop').set({ digest_due_at: null, name: 'Demo Shop' }).execute();
  await db().updateTable('shop_order').set({ mailed_reason: null }).execute();
  await save(to);
});

const db = () => world.app.context.storage.db;
const save = async (email: string | null, language = 'en') =>
  expect(await world.api('PUT', '/api/settings', { notifications: { email, language } })).toMatchObject({
    status: 200,
  });
const mailThrough = (port = Number(new URL(sink.url).port)) => {
  const smtp = { host: '127.0.0.1', port, secure: false, requireTls: false, login: null };
  return { smtp, from: 'app@operator.example' };
};
const mailer = (port?: number) => createMailer(mailThrough(port));
/** A round of each of a worker's jobs that send. */
const round = async () => {
  await createLinkJob(world.app.context, mailer())();
  await createDigestJob(world.app.context, mailer())();
};
const state = async () => mailAddressView.parse((await world.api('GET', '/api/settings/mail')).body);
/** As where a mail server is set; the app of these tests has none, so that only their own rounds send. */
const guideStep = async () => {
  const { config } = world.app.context;
  Object.assign(config, { mail: mailThrough() });
  const { body } = await world.api('GET', '/api/overview');
  Object.assign(config, { mail: null });
  return overview.parse(body).setup.mailConfirmed;
};
const subjects = () => sink.mails.map(({ headers }) => /^Subject: (.*)$/m.exec(headers)?.[1]);
const link = (index = -1) => /http\S+\/mail\/confirm\?token=\S+/.exec(sink.mails.at(index)?.text ?? '')?.[0] ?? '';
const open = (url: string, spoken = 'en') => fetch(url, { headers: { 'Accept-Language': spoken } });
const press = (url: string) => fetch(url, { method: 'POST', body: new URL(url).searchParams });
/** As if this much time had gone by for the address. */
const later = (minutes: number) => {
  const ago = sql`${minutes} * interval '1 minute'`;
  return sql`update mail_address set token_expires_at = token_expires_at - ${ago}, link_due_at = link_due_at - ${ago},
    link_sent_at = link_sent_at - ${ago}, links_since = links_since - ${ago}`.execute(db());
};

test('an address that has not confirmed gets no text of the shop’s, its name included', async () => {
  await sql`update shop set name = 'Claim your prize at evil.example'`.execute(db());
  await round();
  expect(sink.mails).toHaveLength(1);
  expect(JSON.stringify(sink.mails)).toContain('demo-shop.myshopify.com');
  expect(JSON.stringify(sink.mails)).not.toMatch(/prize|evil/);
});

test('a new address gets a link and nothing else until somebody presses its button, once', async () => {
  await round();
  expect(subjects()).toEqual(['demo-shop.myshopify.com: confirm your e-mail address']);
  expect(sink.mails[0]?.to).toEqual([to]);
  expect(sink.mails[0]?.html).toContain(link());
  for (const _scanner of [1, 2]) {
    const page = await open(link());
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('Shall e-mails about the orders of Demo Shop come to your address?');
  }
  await round();
  expect(sink.mails).toHaveLength(1);
  expect(await state()).toMatchObject({ address: to, confirmed: false, linkSentAt: expect.any(String) });
  expect(await guideStep()).toBe(false);
  const done = await press(link());
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Thank you.')]);
  expect(await state()).toMatchObject({ confirmed: true });
  expect(await guideStep()).toBe(true);
  expect([(await press(link(0))).status, (await open(link(0))).status]).toEqual([410, 410]);
  expect(await (await open(link(0), 'af-ZA,en;q=0.5')).text()).toContain('Hierdie skakel werk nie meer nie.');
  await round();
  expect(subjects()).toEqual([expect.anything(), 'Demo Shop: 1 order needs you']);
});

test('an address that is replaced before its link is pressed is never confirmed by it', async () => {
  await round();
  await save('other@shop.example');
  expect((await press(link(0))).status).toBe(410);
  await round();
  expect(sink.mails.map((mail) => mail.to)).toEqual([[to], ['other@shop.example']]);
  expect((await press(link(0))).status).toBe(410);
  expect((await press(link(1))).status).toBe(200);
  await save(to);
  expect(await state()).toMatchObject({ address: to, confirmed: false });
});

test.each<[string, () => Promise<unknown>]>([
  ['after three days', () => later(3 * 1_440)],
  ['that was never made', () => db().deleteFrom('mail_address').execute()],
  ['of a shop that left', () => db().updateTable('shop').set({ uninstalled_at: new Date() }).execute()],
])('a link %s confirms nothing', async (_name, change) => {
  await round();
  await change();
  expect([(await open(link())).status, (await press(link())).status]).toEqual([410, 410]);
  await db().updateTable('shop').set({ uninstalled_at: null }).execute();
});

test('no link is asked for where no address waits for one', async () => {
  const again = () => world.api('POST', '/api/settings/mail/link', {});
  await save(null);
  const type = 'urn:same-day-delivery:problem:';
  expect(await again()).toMatchObject({
    status: 409,
    body: { type: `${type}no-mail-address`, field: 'notifications.email', nextStep: expect.stringMatching(/Settings/) },
  });
  await save(to);
  await round();
  expect((await press(link())).status).toBe(200);
  expect(await again()).toMatchObject({ status: 409, body: { type: `${type}mail-address-confirmed`, nextStep: null } });
});

test('a link goes out again when asked for, a minute apart and five a day', async () => {
  const again = () => world.api('POST', '/api/settings/mail/link', {});
  expect((await again()).status).toBe(200);
  await round();
  expect(await again()).toMatchObject({ status: 409, body: { title: 'Not done' } });
  for (let sent = 2; sent <= 5; sent += 1) {
    await later(1);
    expect((await again()).status).toBe(200);
    await round();
    expect(sink.mails).toHaveLength(sent);
  }
  expect(new Set(sink.mails.map((_mail, index) => link(index))).size).toBe(5);
  expect((await press(link(0))).status).toBe(410);
  await later(1);
  expect((await again()).status).toBe(409);
  await save('sixth@shop.example');
  await round();
  expect(sink.mails).toHaveLength(5);
  await later(1_440);
  await round();
  expect(sink.mails.at(-1)?.to).toEqual(['sixth@shop.example']);
  expect((await press(link())).status).toBe(200);
});

test('of several workers one sends, and a server that is down costs no link', async () => {
  const port = await freePort();
  for (let tries = 0; tries < 6; tries += 1) {
    await createLinkJob(world.app.context, mailer(port))();
    await later(1);
  }
  const jobs = Array.from({ length: 4 }, () => createLinkJob(world.app.context, mailer()));
  await Promise.all(jobs.map((job) => job()));
  expect(sink.mails).toHaveLength(1);
});

test('the page and the e-mail speak the chosen language, and a shop’s name is text in both', async () => {
  await save(to, 'af');
  await db().updateTable('shop').set({ name: '<b>Bakkery</b>' }).execute();
  await round();
  expect(sink.mails[0]?.text).toContain('Bevestig jou e-posadres');
  const page = await (await open(link())).text();
  expect(page).toContain('<html lang="af">');
  expect(page).toContain('Moet e-pos oor die bestellings van &lt;b&gt;Bakkery&lt;/b&gt; na jou adres kom?');
  expect(sink.mails[0]?.html).not.toContain('<b>');
});

test('the panel hears that no mail server is set, offers the shop’s contact, and an address taken out is forgotten', async () => {
  await round();
  await save(null);
  const view = await state();
  expect(view).toMatchObject({ sending: false, address: null, confirmed: false, contact: expect.stringMatching(/@/) });
  await round();
  const rows = await db().selectFrom('mail_address').select(['email', 'token_hash']).where('shop', '=', shop).execute();
  expect(rows).toEqual([{ email: '', token_hash: null }]);
});

test('an address that is taken out is forgotten in time, though the host’s clock was put back', async () => {
  const clock = { ms: 0, now: () => clock.ms };
  const job = createLinkJob(world.app.context, mailer(), clock.now);
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 86_400_000);
  await job().finally(() => ahead.mockRestore());
  await save(null);
  clock.ms = 600_000;
  await job();
  const rows = await db().selectFrom('mail_address').select('email').where('shop', '=', shop).execute();
  expect(rows).toEqual([{ email: '' }]);
});
