import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

/** The panel of a shop in this zone; drivers drive in South Africa, and nothing is sent after 16:00 there. */
async function settingsIn(timeZone: string) {
  const world = busyWorld();
  world.overview = { ...world.overview, shop: { ...world.overview.shop, timeZone } };
  world.settings = { ...world.settings, automation: { ...world.settings.automation, cutOff: '16:00' } };
  await renderPanel(world, '/settings');
  const cutOff = await screen.findByLabelText('Daily cut-off');
  await screen.findAllByLabelText('Monday');
  return { help: document.getElementById(cutOff.getAttribute('aria-describedby') ?? '')?.textContent };
}

test('a shop in another zone reads whose times the cut-off and the opening hours are', async () => {
  const { help } = await settingsIn('Europe/London');
  expect(help).toContain('Time zone: Africa/Johannesburg.');
  expect(screen.getAllByText(/Such as 08:00-17:00;.*Time zone: Africa\/Johannesburg\./).length).toBeGreaterThan(0);
  expect(screen.getByText(/After 16:00 Africa\/Johannesburg you are asked first\./)).toBeTruthy();
});

test('a shop in the zone of the drivers reads of none', async () => {
  const { help } = await settingsIn('Africa/Johannesburg');
  expect(help).toBe('Later orders ask you first. Empty: no limit.');
  expect(screen.queryByText(/Africa\/Johannesburg/)).toBeNull();
});
