import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '#testing/axe-findings.ts';
import { problemOf } from './fake-api.ts';
import {
  cutTexts,
  inLargeLetters,
  mediaInForce,
  onlyAt375,
  overflowOf,
  type PanelBrowser,
  smallTargets,
  startPanelBrowser,
} from './panel-browser.ts';
import { orderIdOf } from './sample-orders.ts';
import { busyWorld, emptyWorld } from './sample-world.ts';
import { undeliveredWorld } from './undelivered-world.ts';
import type { World } from './world.ts';

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

const widths = [1280, 375, 320];
/** On both sides of what the style sheets tell apart: each test sees that they do not tell 320 px from 375 px. */
const axeWidths = [1280, 320];
const broken = problemOf(400, 'Refused', { detail: 'The books are closed.', nextStep: 'Come back tomorrow.' });
const failing = (call: string) => ({ ...busyWorld(), failing: new Map([[call, broken]]) });
const hanging = (call: string) => ({ ...busyWorld(), failing: new Map([[call, 'hang' as const]]) });
const openAll = async (page: Page) => {
  for (const label of [
    'Show the request',
    'Show the history',
    '1 attempt',
    'Send as a new delivery',
    'Cancel this delivery',
  ]) {
    await page.getByRole('button', { name: label }).click();
  }
  await page.getByText('Book another driver').waitFor();
  await page.getByText(/^Corrected, Send pressed/).waitFor();
};
const openNumbers = (page: Page) => page.getByRole('button', { name: 'Show the numbers' }).click();
const yearWorld = () => {
  const world = busyWorld();
  const { perDay } = world.figures;
  return { ...world, figures: { ...world.figures, perDay: [...perDay, ...perDay], keptSince: '2026-11-14' } };
};
const openFields = async (page: Page) => {
  await page.getByRole('button', { name: 'Further conditions' }).click();
  await page.getByLabel('Offer same-day delivery at checkout').check();
  await page.getByLabel('Price', { exact: true }).fill('79,50');
  await page.getByRole('button', { name: 'Add postcodes' }).click();
};

/** Screen and state, its address and world, a text that shows that it is there, and what is opened before the look. */
const states: [string, string, () => World, string, ((page: Page) => Promise<void>)?][] = [
  ['Home, full', '/', busyWorld, 'Needs you'],
  ['Home, empty with the set-up guide', '/', emptyWorld, 'Set-up guide'],
  ['Home, loading', '/', () => hanging('GET /api/overview'), 'Loading'],
  ['Home, failing', '/', () => failing('GET /api/overview'), 'Come back tomorrow.'],
  ['Deliveries, full', '/deliveries', busyWorld, '#1008'],
  ['Deliveries, filtered to nothing', '/deliveries?query=nothing', busyWorld, 'Nothing found for “nothing”'],
  ['Deliveries, with all filters', '/deliveries?from=2026-11-01', busyWorld, 'Every location'],
  ['Deliveries, empty', '/deliveries', emptyWorld, 'No deliveries yet'],
  ['Deliveries, loading', '/deliveries', () => hanging('GET /api/deliveries'), 'Loading'],
  ['Deliveries, failing', '/deliveries', () => failing('GET /api/deliveries'), 'Come back tomorrow.'],
  ['Order, placed with everything open', `/deliveries/${orderIdOf(1001)}`, busyWorld, 'A driver is booked', openAll],
  ['Order, to be fixed', `/deliveries/${orderIdOf(1002)}`, busyWorld, "Recipient's phone"],
  ['Order, reference taken', `/deliveries/${orderIdOf(1003)}`, busyWorld, 'Save prefix and send'],
  ['Order, skipped', `/deliveries/${orderIdOf(1004)}`, busyWorld, 'Send'],
  ['Order, waiting', `/deliveries/${orderIdOf(1005)}`, busyWorld, 'Enter the API key'],
  ['Order, changed after booking', `/deliveries/${orderIdOf(1006)}`, busyWorld, 'No second driver was sent'],
  ['Order, not handed over', `/deliveries/${orderIdOf(1001)}`, undeliveredWorld, 'Keep at the shop'],
  ['Order, loading', '/deliveries/1', () => hanging('GET /api/orders/1'), 'Loading'],
  ['Order, failing', '/deliveries/1', () => failing('GET /api/orders/1'), 'Come back tomorrow.'],
  ['Order, unknown', '/deliveries/1', busyWorld, 'This order is not known yet'],
  ['Settings, full', '/settings', busyWorld, 'Claremont store room', openFields],
  ['Settings, empty', '/settings', emptyWorld, 'Your shop has no location yet'],
  ['Settings, loading', '/settings', () => hanging('GET /api/settings'), 'Loading'],
  ['Settings, failing', '/settings', () => failing('GET /api/settings'), 'Come back tomorrow.'],
  ['Rehearsal, full', '/rehearsal', busyWorld, '7 of 8 would be sent.'],
  ['Rehearsal, empty', '/rehearsal', emptyWorld, 'No orders yet'],
  ['Rehearsal, loading', '/rehearsal', () => hanging('POST /api/rehearsal'), 'Loading'],
  ['Rehearsal, failing', '/rehearsal', () => failing('POST /api/rehearsal'), 'Come back tomorrow.'],
  ['Results, full', '/results', busyWorld, 'Woodstock shop', openNumbers],
  ['Results, by month', '/results?days=365', yearWorld, 'Per month'],
  ['Results, empty', '/results', emptyWorld, 'No deliveries in this time'],
  ['Results, loading', '/results', () => hanging('GET /api/figures'), 'Loading'],
  ['Results, failing', '/results', () => failing('GET /api/figures'), 'Come back tomorrow.'],
  ['Packing list, full', '/packing-list?start=2026-11-21T12:00:00Z', busyWorld, 'Thandi Nkosi'],
  ['Packing list, empty', '/packing-list', emptyWorld, 'Nothing is booked for this slot'],
  ['Data requests, full', '/data-requests', busyWorld, 'Request 7 of 19 Nov 2026'],
  ['Data requests, empty', '/data-requests', emptyWorld, 'No customer has asked for their data'],
  ['Data requests, loading', '/data-requests', () => hanging('GET /api/data-requests'), 'Loading'],
  ['Data requests, failing', '/data-requests', () => failing('GET /api/data-requests'), 'Come back tomorrow.'],
  ['Not found', '/nowhere', busyWorld, 'This page does not exist'],
];

test.each(states)(
  '%s: nothing for axe to find, no sideways scroll, no text cut off, no complaint',
  async (_name, path, world, sign, prepare) => {
    const page = await browser.look(world(), path);
    await page.getByText(sign).first().waitFor({ state: 'attached' });
    await prepare?.(page);
    const found: Record<string, unknown> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      if (axeWidths.includes(width)) found[`axe at ${width}`] = await axeFindings(page);
      found[`overflow at ${width}`] = await overflowOf(page);
      found[`cut at ${width}`] = await cutTexts(page);
      if (width < 500) found[`small at ${width}`] = await smallTargets(page);
    }
    found['styles of 375 px alone'] = await onlyAt375(page);
    found['overflow in large letters'] = await inLargeLetters(page, overflowOf);
    found['cut in large letters'] = await inLargeLetters(page, cutTexts);
    const nothing = [
      ...axeWidths.map((width) => [`axe at ${width}`, []]),
      ...widths.map((width) => [`overflow at ${width}`, 0]),
      ...widths.map((width) => [`cut at ${width}`, []]),
      ...widths.filter((width) => width < 500).map((width) => [`small at ${width}`, []]),
      ['styles of 375 px alone', []],
      ['overflow in large letters', 0],
      ['cut in large letters', []],
    ];
    expect(found).toEqual(Object.fromEntries(nothing));
    expect(browser.complaints()).toEqual([]);
  },
);

test.each(['/', '/deliveries', '/settings', '/rehearsal', '/results', `/deliveries/${orderIdOf(1006)}`])(
  'the long words of isiZulu fit in large letters: %s',
  async (path) => {
    const page = await browser.look(busyWorld(), `${path}?locale=zu`);
    await page.locator('#main').locator('fieldset, table, .panel-balance').first().waitFor();
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await inLargeLetters(page, overflowOf)).toBe(0);
    expect(await inLargeLetters(page, cutTexts)).toEqual([]);
  },
);

test.each(['af', 'zu'])('the words of Home in %s are not cut off on the narrowest phone', async (locale) => {
  const page = await browser.look(busyWorld(), `/?locale=${locale}`);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.locator('#main .panel-balance').nth(1).waitFor();
  expect(await cutTexts(page)).toEqual([]);
});

test('styles that only some widths have would be found', async () => {
  const page = await browser.look(busyWorld(), '/');
  await page.getByText('Needs you').first().waitFor({ state: 'attached' });
  const stylesAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return mediaInForce(page);
  };
  expect(await stylesAt(320)).not.toEqual(await stylesAt(1280));
});

test('who forces the colours of pages sees every box and button, and which view is chosen', async () => {
  const page = await browser.open(busyWorld(), '/deliveries');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByText('#1008').first().waitFor();
  const edgesOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      }),
    );
  expect([...new Set(await edgesOf('#main input[type="checkbox"] + *'))]).toEqual([1]);
  expect([...new Set(await edgesOf('#main button:not([aria-pressed="true"])'))]).toEqual([1]);
  expect(await edgesOf('#main button[aria-pressed="true"]')).toEqual([3]);
});
