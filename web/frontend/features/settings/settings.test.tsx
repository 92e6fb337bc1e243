import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld, emptyWorld } from '../../testing/sample-world.ts';

/** A busy machine draws a screen in seconds. */
const patience = { timeout: 60_000 };
const saved = (world: ReturnType<typeof busyWorld>) =>
  world.calls.filter(({ method, path }) => method === 'PUT' && path === '/api/settings').map(({ body }) => body);
const saveBar = () => document.querySelector('ui-save-bar');
/** The save bar's buttons are drawn by the admin, so they are pressed as App Bridge does. */
const press = (label: string) => {
  const button = [...(saveBar()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === label);
  button?.click();
};

test('the save bar appears with the first change, saves only that, and goes', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, '/settings');
  const weight = await screen.findByLabelText('Weight');
  expect(saveBar()?.getAttribute('data-shown')).toBe('no');

  await user.clear(weight);
  await user.type(weight, '2,5');
  expect(saveBar()?.getAttribute('data-shown')).toBe('yes');
  press('Save');

  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  expect(saved(world)).toEqual([{ parcel: { weightKg: 2.5 } }]);
  expect(saveBar()?.getAttribute('data-shown')).toBe('no');
});

test('a mistake stands beside its field and nothing is saved', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  const prefix = await screen.findByLabelText('Prefix before the order number');
  await user.type(prefix, '12');
  press('Save');
  expect(prefix.getAttribute('aria-invalid')).toBe('true');
  expect(saved(world)).toEqual([]);
});

test('discarding brings back what is stored', async () => {
  const { user } = await renderPanel(busyWorld(), '/settings');
  const tag = await screen.findByLabelText('Tag of fragile products');
  await user.type(tag, '!');
  press('Discard');
  await waitFor(() => expect(tag).toHaveProperty('value', 'fragile'));
});

test("the server's refusal of one field stands beside that field", async () => {
  const world = busyWorld();
  world.failing.set(
    'PUT /api/settings',
    problemOf(400, 'Not saved', { errors: [{ field: 'notifications.email', message: 'This domain takes no mail.' }] }),
  );
  const { user } = await renderPanel(world, '/settings');
  const email = await screen.findByLabelText('Tell this address when an order needs you');
  await user.type(email, 'a@example.com');
  press('Save');
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
});

test('a typed key is saved, tested at once, and never shown again', async () => {
  const world = emptyWorld();
  const { user } = await renderPanel(world, '/settings');
  const key = await screen.findByLabelText('Test API key');
  await user.type(key, 'secret-9876');
  press('Save');
  expect(await screen.findByText('The connection works')).toBeTruthy();
  expect(saved(world)).toEqual([{ courier: { testApiKey: 'secret-9876' } }]);
  expect(screen.getByText('A key is set. It ends in 9876.')).toBeTruthy();
  expect(key).toHaveProperty('value', '');
  expect(world.calls.find(({ path }) => path === '/api/settings/courier/test')?.body).toEqual({ mode: 'test' });
});

test('disconnecting asks first, then removes the key', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  await user.click(await screen.findByRole('button', { name: 'Disconnect the API key' }));
  expect(saved(world)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove key' }));
  await waitFor(() => expect(world.settings.courier.apiKey).toEqual({ set: false, last4: null }));
});

test('the rules are said back in plain words as they change', async () => {
  const { user } = await renderPanel(busyWorld(), '/settings');
  await user.click(await screen.findByLabelText('None: I send each order myself'));
  expect(screen.getByText('Nothing is sent by itself: each order waits until you press Send.')).toBeTruthy();
});

/** A German browser that lacks isiZulu. */
class GermanListFormat extends Intl.ListFormat {
  constructor(locales: Intl.LocalesArgument = [], options?: Intl.ListFormatOptions) {
    const known = [locales].flat().filter((one) => !`${one}`.startsWith('zu'));
    super(known.length === 0 ? 'de' : known, options);
  }
}

test("where the browser lacks the language, the rules are joined as in South Africa, not in the browser's", async () => {
  vi.spyOn(Intl, 'ListFormat').mockImplementation(GermanListFormat);
  onTestFinished(() => void vi.restoreAllMocks());
  const world = busyWorld();
  world.settings.automation.deliveryMethodTexts = ['same day', 'express'];
  await renderPanel(world, '/settings', 'zu');
  expect(await screen.findByText(/“same day” or “express”/)).toBeTruthy();
});

test('a location without a phone is marked until one is typed', async () => {
  const { user } = await renderPanel(busyWorld(), '/settings');
  expect(await screen.findByText('Missing: Contact phone')).toBeTruthy();
  const [, phone] = await screen.findAllByLabelText('Contact phone');
  if (!phone) throw new Error('the second location is missing');
  await user.type(phone, '0211234567');
  expect(screen.queryByText('Missing: Contact phone')).toBeNull();
});

test('several tags are typed with Enter or a comma, and taken away one by one', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  await user.type(await screen.findByLabelText('Order details that the driver should see'), 'Gate code{Enter}Floor,');
  await user.click(screen.getByRole('button', { name: 'Remove Gate code' }));
  press('Save');
  await waitFor(() => expect(saved(world)).toEqual([{ instructions: { attributeNames: ['Floor'] } }]));
});

test('the address for e-mails is offered, waits for its link, and the link can be sent again', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, '/settings');
  await user.click(await screen.findByText('Use owner@kettles.example'));
  world.mailAddress = {
    ...{ sending: true, address: 'owner@kettles.example', confirmed: false, contact: null },
    linkSentAt: '2026-03-02T08:00:00Z',
  };
  press('Save');
  expect(await screen.findByText(/^Not confirmed yet\. We sent a link to owner@kettles\.example/)).toBeTruthy();
  expect(saved(world)).toEqual([{ notifications: { email: 'owner@kettles.example' } }]);
  await user.click(screen.getByText('Send again'));
  await waitFor(() => expect(toasts).toContain('The link is on its way'));
  expect(world.calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/settings/mail/link', body: {} });
});

test('the panel says when nobody is told because there is no mail server', async () => {
  const world = busyWorld();
  world.mailAddress = { ...world.mailAddress, sending: false };
  await renderPanel(world, '/settings');
  expect(await screen.findByText(/^E-mail is off/)).toBeTruthy();
});

test.each([
  ['/', 5],
  ['/settings', 1],
  ['/rehearsal', 1],
  ['/deliveries', 1],
])('in a minute %s asks for the overview %i times: only Home shows it', async (path, times) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const world = emptyWorld();
  await renderPanel(world, path);
  const asked = () => world.calls.filter((call) => call.path === '/api/overview').length;
  await vi.waitFor(() => expect(asked()).toBe(1), patience);
  await vi.waitFor(() => screen.getByRole('heading', { level: 1, name: /^(?!Loading)/ }), patience);
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    vi.advanceTimersByTime(15_000);
    await vi.waitFor(() => expect(asked()).toBe(Math.min(times, quarter + 1)), patience);
  }
});

test('fulfilling at the booking says what the app no longer sees', async () => {
  await renderPanel(busyWorld(), '/settings');
  const booked = await screen.findByLabelText('When the delivery is booked');
  const help = document.getElementById(booked.getAttribute('aria-describedby') ?? '');
  expect(help?.textContent).toContain('does not see a partial refund after that');
});
