import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemOf } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld } from '../testing/sample-world.ts';

const ofShop = /^21 Nov, \d\d:\d\d$/;

test('times are those of the shop, without a word of its zone', async () => {
  await renderPanel(busyWorld(), `/deliveries/${orderIdOf(1001)}`);
  expect(await screen.findAllByText(ofShop)).not.toEqual([]);
});

test('times name the zone they are in where the one of the shop could not be read', async () => {
  const world = busyWorld();
  world.failing.set('GET /api/overview', problemOf(400, 'Broken'));
  await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  expect(await screen.findAllByText(/^2[12] Nov, \d\d:\d\d (UTC|GMT|SAST)/)).not.toEqual([]);
  expect(screen.queryAllByText(ofShop)).toEqual([]);
});
