import { setUpExtension } from '@shopify/ui-extensions-tester';
import { fireEvent } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';
import type { BulkSendResult } from '#api-contract/bulk-send.ts';
import { backend, noBackend, shownText } from '#extensions/testing/backend.ts';
import { inLanguage } from '#extensions/testing/in-language.ts';

type Result = BulkSendResult['results'][number];

const gids = (count: number) => Array.from({ length: count }, (_, index) => `gid://shopify/Order/${2001 + index}`);
const result = (orderId: string, changes: Partial<Result> = {}): Result => ({
  orderId,
  orderName: `#${orderId.split('/').at(-1)}`,
  ok: true,
  state: 'queued',
  message: 'Queued.',
  ...changes,
});

/** Answers each order of a batch. */
function sending(each: (orderId: string) => Result) {
  return backend(({ body }) => ({ body: { results: (body as { orderIds: string[] }).orderIds.map(each) } }));
}

async function show(server: ReturnType<typeof backend>, count: number, language = 'en') {
  const extension = setUpExtension('admin.order-index.selection-action.render');
  extension.shopify.data.selected = gids(count).map((id) => ({ id }));
  extension.shopify.i18n.translate = inLanguage('orders-send-action', language);
  extension.fetch = server.fetch;
  await extension.render();
  return extension;
}

const button = (name: string) =>
  [...document.querySelectorAll('s-button')].find(({ textContent }) => textContent === name) as HTMLElement;
const sizes = ({ calls }: ReturnType<typeof backend>) =>
  calls.map(({ body }) => (body as { orderIds: string[] }).orderIds.length);

describe('the bulk action', () => {
  test('asks first, and sends nothing before the press', async () => {
    const server = sending(result);
    using action = await show(server, 20);
    const close = vi.spyOn(action.shopify, 'close').mockReturnValue();
    expect(shownText()).toContain('Send 20 orders by same-day delivery?');
    fireEvent.click(button('Close'));
    expect(close).toHaveBeenCalled();
    expect(server.calls).toEqual([]);
  });

  test('sends 20 in batches and names the two that failed, with why and the way to them', async () => {
    const failing = gids(20).slice(3, 5);
    const server = sending((orderId) =>
      failing.includes(orderId)
        ? result(orderId, { ok: false, state: 'needs_attention', message: 'The phone is missing.' })
        : result(orderId),
    );
    using _action = await show(server, 20);
    fireEvent.click(button('Send'));
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('18 being sent, 2 not sent');
    expect(sizes(server)).toEqual([10, 10]);
    expect(server.calls[0]).toMatchObject({ path: '/api/orders/send?language=en', body: { orderIds: gids(10) } });
    const items = [...document.querySelectorAll('s-list-item')].map(({ textContent }) => textContent);
    expect(items).toEqual(['#2004 The phone is missing.', '#2005 The phone is missing.']);
    expect(document.querySelector('s-list-item s-link')?.getAttribute('href')).toBe('app:deliveries/2004');
    expect(shownText()).toContain('Being sent: #2001, #2002, #2003, #2006');
    expect(button('Send')).toBeUndefined();
  });

  test.each([
    [1, '1 order is being sent'],
    [3, '3 orders are being sent'],
  ])('says it plainly where all %i were sent', async (count, words) => {
    using _action = await show(sending(result), count);
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain(words);
  });

  test('calls no order sent that waits, and says what for', async () => {
    const [, waiting] = gids(3);
    const paused = { state: 'held' as const, message: 'The shop is paused, so the order waits and nothing is sent.' };
    const server = sending((orderId) => result(orderId, orderId === waiting ? paused : {}));
    using _action = await show(server, 3);
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('2 being sent, 1 not sent');
    expect(shownText()).toContain(`#2002 ${paused.message}`);
    expect(shownText()).toContain('Being sent: #2001, #2003');
  });

  test('shows how far it is', async () => {
    const server = sending(result);
    let release: (() => void) | undefined;
    using action = await show(server, 30);
    action.fetch = vi.fn<typeof fetch>(async (address, init) => {
      if (server.calls.length === 1) await new Promise<void>((resolve) => (release = resolve));
      return server.fetch(address, init);
    });
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('10 of 30 done');
    release?.();
    await expect.poll(shownText).toContain('30 orders are being sent');
  });

  test.each([
    [250, true],
    [251, false],
  ])('takes at most 250: %i', async (count, isTaken) => {
    using _action = await show(sending(result), count);
    expect(button('Send') !== undefined).toBe(isTaken);
    if (!isTaken)
      expect(shownText()).toContain('251 orders are selected; at most 250 can be sent at a time. Select fewer.');
  });

  test('a batch that is refused says why and what to do', async () => {
    const refusal = { detail: 'The app was asked too often.', nextStep: 'Wait a minute.' };
    using _action = await show(
      backend(() => ({ status: 429, body: refusal })),
      1,
    );
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('2001 The app was asked too often. Wait a minute.');
  });

  test('of a batch without an answer it says that nobody knows, of the others what became of them', async () => {
    const server = sending(result);
    using action = await show(server, 12);
    let isFirst = true;
    action.fetch = vi.fn<typeof fetch>(async (address, init) => {
      const answer = isFirst
        ? await noBackend()
            .fetch(address, init)
            .catch(() => null)
        : await server.fetch(address, init);
      isFirst = false;
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    });
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain("We didn't get an answer for 10 orders; 2 being sent, 0 not sent");
    expect(shownText()).toContain('2001 No answer came from the app. Send it again: that cannot book twice.');
  });

  test.each([
    ['af', 'Stuur 20 bestellings met dieselfdedag-aflewering?', 'Stuur', '20 bestellings word gestuur'],
    ['zu', 'Thumela ama-oda angu-20', 'Thumela', 'Ama-oda angu-20 ayathunyelwa'],
  ])('speaks %s', async (language, ask, send, sent) => {
    const server = sending(result);
    using _action = await show(server, 20, language);
    expect(shownText()).toContain(ask);
    fireEvent.click(button(send));
    await expect.poll(shownText).toContain(sent);
    expect(server.calls[0]?.path).toContain(`language=${language}`);
  });
});
