import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

export interface Profile {
  name: string;
  /** How often slower the processor is made. */
  slowDown: number;
  /** null: the loopback as it is. */
  network: { latencyMs: number; downKbit: number; upKbit: number } | null;
  /** A finger instead of a mouse. */
  touch: boolean;
  viewport: { width: number; height: number };
  limits: { lcpMs: number; inpMs: number };
}

const phone = { slowDown: 4, touch: true, viewport: { width: 412, height: 823 }, limits: { lcpMs: 2500, inpMs: 200 } };

/** Lighthouse's mobile numbers as it applies them with DevTools: 150 ms × 3.75 before each answer, 90 % of the rates. */
export const mobile: Profile = {
  ...phone,
  name: 'mobile',
  network: { latencyMs: 562.5, downKbit: 1.6 * 1024 * 0.9, upKbit: 750 * 0.9 },
};

/** The same line as Lighthouse simulates it: one round trip of 150 ms before each answer, 1.6 Mbit/s. */
export const mobilePlain: Profile = {
  ...phone,
  name: 'mobile, 150 ms',
  network: { latencyMs: 150, downKbit: 1.6 * 1024, upKbit: 750 },
};

/** Lighthouse's desktop: no slow-down, 40 ms, 10 Mbit/s. */
export const desktop: Profile = {
  name: 'desktop',
  slowDown: 1,
  network: { latencyMs: 40, downKbit: 10 * 1024, upKbit: 10 * 1024 },
  touch: false,
  viewport: { width: 1350, height: 940 },
  limits: { lcpMs: 1000, inpMs: 100 },
};

/** Keeps the framed panel in the process of the page, so that what slows the page slows the panel. */
export const oneProcess = ['--disable-site-isolation-trials'];

/** What a phone calls itself: the server draws for it. */
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36';

/** A page of a browser that has never been here. */
export async function openPage(
  browser: Browser,
  profile: Profile,
): Promise<{ context: BrowserContext; page: Page; devTools: CDPSession }> {
  const context = await browser.newContext({
    viewport: profile.viewport,
    hasTouch: profile.touch,
    isMobile: profile.touch,
    deviceScaleFactor: profile.touch ? 1.75 : 1,
    ...(profile.touch ? { userAgent: phoneAgent } : {}),
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: profile.slowDown });
  if (profile.network) {
    const { latencyMs: latency, downKbit, upKbit } = profile.network;
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: (downKbit * 1024) / 8,
      uploadThroughput: (upKbit * 1024) / 8,
    });
  }
  return { context, page, devTools };
}
