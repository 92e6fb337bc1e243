import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { orderStates } from './order-states.ts';
import { type PanelServer, startPanelServer } from './panel-server.ts';
import { emptyWorld } from './sample-world.ts';
import { shopStates } from './shop-states.ts';
import { firstOn, openState, primaryPresses, type Shown, type ShownOn, type ShownState } from './shown-state.ts';

/** Widths of a window, and as how wide its picture is drawn; all are drawn as high as the phone's. */
const widths = [
  { width: 1280, drawn: 720 },
  { width: 375, drawn: 375 },
  { width: 320, drawn: 320 },
];
const drawnHeight = 620;
const screens: ShownOn[] = ['home', 'deliveries', 'order', 'packing list'];

/** One sheet per state, a row for each screen that says it, and the table of what stands first where. */
export async function shootStates(chromium: Browser, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = await startPanelServer(emptyWorld());
  const context = await chromium.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const lines: string[] = [];
    for (const state of [...shopStates, ...orderStates]) {
      const { line, sheet } = await shootState(page, server, state);
      await writeFile(join(folder, `${state.name}.webp`), sheet);
      lines.push(line);
      process.stdout.write(`docs/screens/states/${state.name}.webp\n`);
    }
    await writeFile(join(folder, 'README.md'), tableOf(lines));
  } finally {
    await context.close();
    await server.close();
  }
}

async function shootState(page: Page, server: PanelServer, state: ShownState) {
  const said: Partial<Record<ShownOn, string>> = {};
  const rows: string[] = [];
  for (const screen of screens) {
    const shown = state.screens[screen];
    if (!shown) continue;
    const images: string[] = [];
    for (const { width, drawn } of widths) {
      await page.setViewportSize({ width, height: Math.round((drawnHeight * width) / drawn) });
      await openState(page, server, state, shown);
      await page.waitForLoadState('networkidle');
      await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'detached' });
      if (width === 1280) said[screen] = await saidFirst(page, shown);
      const png = await page.screenshot();
      images.push(
        `<img src="data:image/png;base64,${png.toString('base64')}" width="${drawn}" height="${drawnHeight}">`,
      );
    }
    rows.push(`<div>${images.join('')}</div>`);
  }
  const line = [`[${state.name}](${state.name}.webp)`, ...screens.map((screen) => said[screen] ?? '')];
  return { line: `| ${line.join(' | ')} |`, sheet: await sheetOf(page, rows) };
}

/** The words that stand first, and the primary press beside them. */
async function saidFirst(page: Page, shown: Shown): Promise<string> {
  const words = (await firstOn(page, shown).innerText()).replace(/\s+/g, ' ').trim();
  const presses = await primaryPresses(page);
  return [words, ...presses.map((press) => `**${press}**`)].join(' · ').replaceAll('|', '\\|');
}

/** All rows as one WebP picture: a quarter of the size of a PNG. */
async function sheetOf(page: Page, rows: string[]): Promise<Buffer> {
  const style = 'body{margin:0;background:#888}div{display:flex;gap:8px;padding:4px}';
  await page.goto('about:blank');
  await page.setContent(`<style>${style}</style>${rows.join('')}`);
  const width = widths.reduce((sum, { drawn }) => sum + drawn + 8, 0);
  const height = rows.length * (drawnHeight + 8);
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  await session.detach();
  return Buffer.from(data, 'base64');
}

function tableOf(lines: string[]): string {
  const head = ['state', ...screens];
  return [
    '# What stands first, state by state',
    '',
    'Made by `npm run screenshots` from the states that the browser tests walk',
    '(`web/frontend/testing/shop-states.ts`, `order-states.ts`): the words that stand first on each screen that must say so,',
    'and the primary press in bold. Each picture shows its screens at 1280, 375 and 320 px.',
    '',
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...lines,
    '',
  ].join('\n');
}
