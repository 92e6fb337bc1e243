import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Language } from '#api-contract/language.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf, sampleOrder } from '../testing/sample-orders.ts';
import { busyWorld } from '../testing/sample-world.ts';

const at = '2026-11-21T12:45:00Z';

test.each<[Language, string, string, string]>([
  ['en', 'acknowledge', 'dropoff_address, delivery', 'Dealt with: Delivery address, Delivery'],
  ['af', 'acknowledge', 'dropoff_address, delivery', 'Afgehandel: Afleweringsadres, Aflewering'],
  ['en', 'acknowledge', 'items: Vase, blue, order', 'Dealt with: Items: Vase, blue, Order'],
  ['en', 'acknowledge', 'delivery', 'Kept at the shop'],
  ['af', 'acknowledge', 'delivery', 'By die winkel gehou'],
  ['en', 'acknowledge', 'cancellation', 'Marked as dealt with'],
  ['en', 'fix_and_send', 'corrected dropoff_address', 'Corrected, Send pressed: Delivery address'],
  ['en', 'send_again', '', 'Send pressed'],
  ['en', 'send_as_new', 'instead of 1001; order, items', 'Sent as a new delivery: instead of 1001; order, items'],
  ['en', 'send_refused', 'key_refused', 'Sending refused'],
  [
    'af',
    'send_refused',
    'test_order',
    'Stuur geweier: Dit is ’n toetsbestelling en toetsmodus is af, daarom word geen drywer gestuur nie.',
  ],
  ['af', 'send_refused', 'not_paid', 'Stuur geweier'],
  ['en', 'send_refused', 'not_paid Zola called', 'Sending refused: Zola called'],
  [
    'en',
    'send_refused',
    'dropoff_phone_missing corrected dropoff_address',
    'Sending refused: corrected: Delivery address',
  ],
])('what was done is told in words (%s): %s, %s', async (language, action, detail, told) => {
  const world = busyWorld();
  const order = sampleOrder(1001, 'placed');
  const event = { kind: 'action' as const, at, by: 'staff 55', action, orderReference: null, detail };
  world.orders.set(order.orderId, { ...order, timeline: [event] });
  world.audit = [{ at, actor: 'staff 55', action, orderId: order.orderId, orderReference: null, detail }];
  const { user, translations } = await renderPanel(world, `/deliveries/${orderIdOf(1001)}`, language);
  await screen.findAllByRole('table');
  const happened = await screen.findByRole('table', { name: translations.t('timeline.title') });
  const row = within(happened).getAllByRole('row').at(-1);
  const staff = translations.t('who.staff');
  expect(row?.textContent).toContain(`${staff}: ${told.replace(': ', ', ')}`);
  await user.click(screen.getByRole('button', { name: translations.t('audit.show') }));
  expect(await screen.findByRole('cell', { name: told })).toBeTruthy();
});
