import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

/** The save bar's buttons are drawn by the admin, so they are pressed as App Bridge does. */
const save = () => document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();

/** Settings with a price of their own for some postcodes, and what was saved. */
async function settings() {
  const world = busyWorld();
  const bands = [{ from: '7700', to: '7999', price: 10 }];
  world.settings = {
    ...world.settings,
    checkoutRate: { ...world.settings.checkoutRate, enabled: true, price: 20, bands },
  };
  const { user } = await renderPanel(world, '/settings');
  await user.click(await screen.findByRole('button', { name: 'Further conditions' }));
  // To find a field by its label, or to draw all of Settings anew for each key, takes a third of a second.
  const fields = new Map<string, HTMLInputElement>();
  const type = async (label: string, text: string) => {
    const field = fields.get(label) ?? screen.getByLabelText<HTMLInputElement>(label);
    fields.set(label, field);
    await user.clear(field);
    await user.paste(text);
    await user.tab();
    return field;
  };
  const saved = () => world.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
  return { type, saved };
}

const free = 'Free from this value of goods';

test('money is read as people write it, and shown as it was read', async () => {
  const { type } = await settings();
  const cases: [string, string][] = [
    ['1,500', '1500'],
    ['1 500', '1500'],
    ['1\u00a0500', '1500'],
    ['1\u202f500', '1500'],
    ["1'500", '1500'],
    ['1,500.50', '1500.5'],
    ['1 500,50', '1500.5'],
    ['12,500.00', '12500'],
    ['1,5', '1.5'],
    ['1,50', '1.5'],
    ['0,500', '0.5'],
    ['1500', '1500'],
    ['1500.50', '1500.5'],
    ['', ''],
  ];
  for (const [typed, shown] of cases) {
    const field = typed === '' ? await type(free, ' ') : await type(free, typed);
    expect([typed, field.value, field.getAttribute('aria-invalid')]).toEqual([typed, shown, 'false']);
  }
});

test('money of which nobody knows what is meant is refused beside its field, and stays there', async () => {
  const { type, saved } = await settings();
  for (const typed of ['1.500,50', '1,500,50', '1,50,000', '12,3456,7', 'R1']) {
    const field = await type(free, typed);
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
    save();
  }
  expect(saved()).toEqual([]);
});

test('a weight is read with thousands by spaces and a decimal comma, and as no power and no code', async () => {
  const { type, saved } = await settings();
  for (const typed of ['1e1', '0x10', 'Infinity', '1 00', '1.000,5']) {
    const field = await type('Not heavier than', typed);
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
  }
  expect((await type(free, '1e3')).getAttribute('aria-invalid')).toBe('true');
  await type(free, '1 000');
  await type('Weight', ',5');
  for (const typed of ['1\u00a0000', '1 000,5']) {
    const field = await type('Not heavier than', typed);
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'false']);
  }
  save();
  const changed = { automation: { maxWeightKg: 1000.5 }, checkoutRate: { freeAbove: 1000 }, parcel: { weightKg: 0.5 } };
  await expect.poll(saved).toMatchObject([changed]);
});

test('every field for money reads thousands, and measures keep their decimal comma', async () => {
  const { type, saved } = await settings();
  for (const label of [free, 'Price', 'Price here']) await type(label, '1,500');
  await type('Worth at least', '1,250,000');
  expect((await type('Weight', '1,500')).value).toBe('1,500');
  save();
  await expect.poll(saved).toEqual([
    {
      automation: { minValue: 1_250_000 },
      checkoutRate: { price: 1500, freeAbove: 1500, bands: [{ from: '7700', to: '7999', price: 1500 }] },
      parcel: { weightKg: 1.5 },
    },
  ]);
});
