import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BuyerOrder, BuyerStage } from '#api-contract/buyer.ts';
import { appUrl } from '#extensions/parts/app-url.ts';
import { backend, noBackend, notFound, shownText } from './backend.ts';

/** What a block of a buyer's page is shown with. */
interface BuyerPage {
  fetch: typeof fetch;
  language: string;
  /** Digits of the order, and what proves it. */
  orderId: string;
  confirmationNumber: string;
}

/** Sets up one extension and renders it; disposed of by `using`. */
type Show = (page: BuyerPage) => Promise<Disposable>;

const slot = { start: '2026-11-23T07:00:00+02:00', end: '2026-11-23T09:00:00+02:00', isOver: false };
const timeZone = 'Africa/Johannesburg';

function order(stages: BuyerStage[], changes: Partial<BuyerOrder> = {}): BuyerOrder {
  const deliveries = stages.map((stage) => ({
    stage,
    slot: stage === 'booked' || stage === 'on_its_way' ? slot : null,
    trackingUrl: stage === 'on_its_way' ? 'https://service.example/t/1' : null,
  }));
  return { deliveries, timeZone, moving: false, ...changes };
}

/** What both buyers' blocks promise, whatever page they are on. */
export function describeBuyerBlock(name: string, render: Show): void {
  const page = (changes: Partial<BuyerPage>): BuyerPage => ({
    fetch: noBackend().fetch,
    language: 'en',
    orderId: '1001',
    confirmationNumber: 'XPAV284CT',
    ...changes,
  });
  const show = async (server: ReturnType<typeof backend>, changes: Partial<BuyerPage> = {}) => {
    const shown = await render(page({ fetch: server.fetch, ...changes }));
    await expect.poll(() => server.calls.length).toBeGreaterThan(0);
    // The answer is read, then drawn.
    await vi.advanceTimersByTimeAsync(50);
    return shown;
  };
  const knows = (answer: BuyerOrder) => backend(() => ({ body: answer }));

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  describe(name, () => {
    test('leads to where the driver can be followed, where the service has such a page', async () => {
      using _block = await show(knows(order(['booked', 'on_its_way'])));
      const links = [...document.querySelectorAll('s-link')];
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['Follow the driver', 'https://service.example/t/1'],
      ]);
    });

    test('asks with the buyer’s own token, for the order of the page, with what proves it', async () => {
      const server = knows(order(['booked']));
      using _block = await show(server);
      const [call] = server.calls;
      expect(call).toMatchObject({
        path: `${appUrl()}/api/buyer/order`,
        method: 'POST',
        body: { orderId: '1001', confirmationNumber: 'XPAV284CT' },
      });
      expect(call?.headers.get('authorization')).toBe('Bearer the-buyers-token');
    });

    test.each<[BuyerStage, string[]]>([
      ['arranging', ['Being arranged', 'The time appears here as soon as a driver is booked.']],
      ['booked', ['A driver is booked', 'Monday 23 November, between 07:00 and 09:00']],
      ['on_its_way', ['On its way', 'Monday 23 November, between 07:00 and 09:00']],
      ['delivered', ['Delivered', 'Your order was delivered.']],
      ['not_delivered', ['Not delivered', 'The shop will get in touch with you.']],
      ['cancelled', ['Cancelled', 'Please ask the shop about your order.']],
    ])('shows a delivery that is %s', async (stage, words) => {
      using _block = await show(knows(order([stage])));
      for (const text of words) expect(shownText()).toContain(text);
      const mayMiss = stage === 'booked' || stage === 'on_its_way';
      expect(shownText().includes('Nobody home?')).toBe(mayMiss);
    });

    test('shows each of two deliveries, and once what to do when nobody is home', async () => {
      using _block = await show(knows(order(['booked', 'on_its_way'])));
      expect(document.querySelectorAll('s-text[type="strong"]')).toHaveLength(3);
      expect(shownText().match(/Nobody home/g)).toHaveLength(1);
    });

    test('a slot without an end, and a driver without a slot', async () => {
      const deliveries = [
        { stage: 'booked' as const, slot: { ...slot, end: null }, trackingUrl: null },
        { stage: 'booked' as const, slot: null, trackingUrl: null },
      ];
      using _block = await show(knows({ ...order([]), deliveries }));
      expect(shownText()).toContain('Monday 23 November, from 07:00');
      expect(shownText()).toContain('The time is not known yet.');
    });

    test.each<[BuyerStage, string, mayMiss: boolean]>([
      ['booked', 'A driver was booked', false],
      ['on_its_way', 'On its way', true],
    ])('once the time of one that is %s is over, it says so and whom to ask', async (stage, words, mayMiss) => {
      const deliveries = [{ stage, slot: { ...slot, isOver: true }, trackingUrl: null }];
      using _block = await show(knows({ ...order([]), deliveries }));
      expect(shownText()).toContain(`${words}Monday 23 November, between 07:00 and 09:00`);
      expect(shownText()).toContain('This time is over. If your order has not come, please ask the shop.');
      expect(shownText()).not.toContain('A driver is booked');
      expect(shownText().includes('Nobody home?')).toBe(mayMiss);
    });

    test('an answer of a server before this version is shown', async () => {
      const { isOver: _isOver, ...older } = slot;
      const deliveries = [{ stage: 'booked', slot: older, trackingUrl: null }];
      using _block = await show(backend(() => ({ body: { ...order([]), deliveries } })));
      expect(shownText()).toContain('A driver is bookedMonday 23 November');
    });

    test('a slot that ends on another day names that day, too', async () => {
      const overNight = { start: '2026-11-23T22:00:00+02:00', end: '2026-11-24T00:30:00+02:00', isOver: false };
      const deliveries = [{ stage: 'booked' as const, slot: overNight, trackingUrl: null }];
      using _block = await show(knows({ ...order([]), deliveries }));
      expect(shownText()).toContain('Monday 23 November, between 22:00 and Tuesday 24 November, 00:30');
    });

    test.each([
      ['nothing of the order goes by same-day delivery', () => knows(order([]))],
      ['the app has nothing for this buyer', () => backend(() => notFound)],
      ['the app does not know the token', () => backend(() => ({ status: 401, body: {} }))],
      ['the app is down', noBackend],
      ['the app is broken', () => backend(() => ({ status: 500, body: {} }))],
    ])('is quiet where %s', async (_why, server) => {
      using _block = await show(server());
      expect(document.body.innerHTML).toBe('');
    });

    test('finds an order that the app learns of a moment later, and follows it to its end', async () => {
      let answer: BuyerOrder | null = null;
      const server = backend(() => (answer ? { body: answer } : notFound));
      using _block = await show(server);
      answer = order(['arranging'], { moving: true });
      await vi.advanceTimersByTimeAsync(3_100);
      expect(shownText()).toContain('Being arranged');
      answer = order(['booked']);
      await vi.advanceTimersByTimeAsync(3_100);
      expect(shownText()).toContain('A driver is booked');
      answer = order(['delivered']);
      await vi.advanceTimersByTimeAsync(60_100);
      expect(shownText()).toContain('Your order was delivered.');
      const asked = server.calls.length;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(server.calls).toHaveLength(asked);
    });

    test.each([
      ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['an app that is busy', () => ({ status: 429, body: { status: 429, detail: 'Too many requests.' } })],
      ['a proxy without an app behind it', () => ({ status: 404, body: '404 page not found' })],
      ['a token that came too late', () => ({ status: 401, body: { status: 401, detail: 'Not signed in.' } })],
    ])('follows a driver on after an hour and %s', async (_why, fail) => {
      let answer = order(['booked']);
      let isFailing = false;
      const server = backend(() => (isFailing ? fail() : { body: answer }));
      using _block = await show(server);
      await vi.advanceTimersByTimeAsync(3_600_000);
      isFailing = true;
      await vi.advanceTimersByTimeAsync(60_100);
      expect(shownText()).toContain('A driver is booked');
      [isFailing, answer] = [false, order(['on_its_way'])];
      await vi.advanceTimersByTimeAsync(60_100);
      expect(shownText()).toContain('On its way');
    });

    test('shows the driver of an order that is worked on for minutes, asking more rarely', async () => {
      let answer = order(['arranging'], { moving: true });
      const server = backend(() => ({ body: answer }));
      using _block = await show(server);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(server.calls.length).toBeLessThan(35);
      answer = order(['booked']);
      await vi.advanceTimersByTimeAsync(60_100);
      expect(shownText()).toContain('A driver is booked');
    });

    test('gives up on an order that is none of the app’s after a minute', async () => {
      const server = backend(() => notFound);
      using _block = await show(server);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(server.calls).toHaveLength(20);
    });

    test.each([
      ['af', 'Dieselfdedag-aflewering', '’n Drywer is bespreek', 'tussen 07:00 en 09:00', 'Niemand tuis nie?'],
      ['zu', 'Ukulethwa ngosuku olufanayo', 'Umshayeli ubhukhiwe', 'phakathi kuka-07:00 no-09:00', 'Akekho muntu'],
    ])('speaks %s', async (language, ...words) => {
      using _block = await show(knows(order(['booked'])), { language });
      for (const text of words) expect(shownText()).toContain(text);
    });
  });
}

/** `shopify.i18n.formatDate` in a language. */
export function datesIn(language: string) {
  return (date: Date, options: Intl.DateTimeFormatOptions = {}): string =>
    new Intl.DateTimeFormat(language, options).format(date);
}
