import type { Page } from 'playwright-core';

/**
 * Holds back the panel's scripts, as a slow network does, but for the one that the drawn screen itself waits for.
 *
 * @returns lets them through
 */
export async function holdScripts(page: Page, appUrl: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Of the panel alone: the admin around it runs its own.
  const isHeld = ({ origin, pathname }: URL): boolean =>
    origin === new URL(appUrl).origin && /\/assets\/(?!early-).*\.js$/.test(pathname);
  await page.route(isHeld, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
