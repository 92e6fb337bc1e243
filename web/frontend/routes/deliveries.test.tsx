import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { busyWorld } from '../testing/sample-world.ts';

test('every row that is badged "Needs you" is counted and listed under "Needs you"', async () => {
  const { user } = await renderPanel(busyWorld(), '/deliveries');
  await screen.findByRole('link', { name: '#1001' });
  const badged = () =>
    screen
      .getAllByRole('row')
      .filter((row) => within(row).queryAllByText('Needs you').length > 0)
      .map((row) => within(row).getByRole('link').textContent);
  const needing = badged();
  expect(needing).toContain('#1006');
  await user.click(screen.getByRole('button', { name: `Needs you ${needing.length}` }));
  await screen.findByRole('button', { name: `Needs you ${needing.length}`, pressed: true });
  expect(badged()).toEqual(needing);
});
