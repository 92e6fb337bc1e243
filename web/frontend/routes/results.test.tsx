import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.replace(/\s/g, ' ')));

test('shows what the API says, in the charts and in the tables alike', async () => {
  const { user } = await renderPanel(busyWorld(), '/results');
  const places = await screen.findByRole('table', { name: 'Per location' });
  expect(cellsOf(places)).toEqual(
    [
      [
        'Location',
        'Deliveries',
        'Delivered',
        'In the promised slot',
        'Failed',
        'Typically from paid to delivered',
        'Cost',
      ],
      ['Claremont store room', '58', '55', '85.5%', '5.2%', '85 minutes', 'R 4 611,00'],
      ['Woodstock shop', '144', '139', '93.5%', '3.5%', '85 minutes', 'R 11 448,00'],
    ].map((row) => row.map((cell) => expect.stringMatching(asShown(cell)))),
  );
  expect(cellsOf(screen.getByRole('table', { name: 'Deliveries. Per location' }))).toEqual([
    ['Claremont store room', '58'],
    ['Woodstock shop', '144'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Show the numbers' }));
  const days = cellsOf(screen.getByRole('table', { name: 'Per day' })).slice(1);
  const bars = cellsOf(screen.getByRole('table', { name: 'Deliveries. Per day' }));
  expect(bars).toHaveLength(30);
  expect(days.map(([day, deliveries]) => [day, deliveries])).toEqual(bars);
  const shares = cellsOf(screen.getByRole('table', { name: 'In the promised slot. Per day' }));
  expect(days.map(([day, , , share]) => [day, share])).toEqual(shares);
});

test('draws what is not known as no bar, and none in time as none', async () => {
  const world = busyWorld();
  const [first, second] = world.figures.perLocation;
  if (!first || !second) throw new Error('the sample has too few locations');
  world.figures.perLocation = [
    { ...first, onTimeShare: null },
    { ...second, onTimeShare: 0 },
  ];
  await renderPanel(world, '/results');
  const shares = await screen.findByRole('table', { name: 'In the promised slot. Per location' });
  const bars = [...(shares.parentElement?.querySelectorAll('svg g') ?? [])].map((bar) => [
    bar.querySelector('rect')?.getAttribute('height') ?? null,
    bar.querySelector('.panel-bar-value')?.textContent,
  ]);
  expect(bars).toEqual([
    [null, '–'],
    ['2', '0%'],
  ]);
});

test('asks for the time that is chosen', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/results?days=14');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Time' }), '90');
  const asked = () => world.calls.flatMap(({ path }) => (path.startsWith('/api/figures') ? [path] : []));
  await expect.poll(asked).toEqual(['/api/figures?days=14', '/api/figures?days=90']);
});

test.each([
  ['begins after what was erased', '2026-10-23', null],
  ['begins before it', '2026-11-14', 'Figures before Sat, 14 Nov may leave orders out'],
])('says how far back figures are whole where the time %s', async (_name, keptSince, expected) => {
  const world = busyWorld();
  world.figures = { ...world.figures, keptSince, keptDays: 7 };
  await renderPanel(world, '/results');
  await screen.findByRole('table', { name: 'Per location' });
  expect(screen.queryByText(/may leave orders out/)?.textContent ?? null).toBe(expected);
  expect(screen.queryByText(/^Orders are erased 7 days after their last change/) === null).toBe(expected === null);
});

test('says what will be shown where no driver was booked yet', async () => {
  await renderPanel(emptyWorld(), '/results');
  expect(await screen.findByText('No deliveries in this time')).toBeTruthy();
  expect(screen.getByText(/Once drivers are booked/)).toBeTruthy();
});

/** Number formats differ by the ICU data at hand. */
const asShown = (cell: string) => new RegExp(`^${cell.replace(/[.,]/g, '[.,]').replace(/ /g, '.')}$`);

test.each(['en', 'af', 'zu'] as const)('no date ends its sentence with two full stops (%s)', async (language) => {
  const { container } = await renderPanel(busyWorld(), '/results', language);
  await screen.findAllByRole('table');
  expect(container.textContent).toMatch(/Nov/);
  expect(container.textContent).not.toContain('..');
});
