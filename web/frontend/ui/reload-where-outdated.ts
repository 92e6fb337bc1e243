/** A reload that is less than this ago has not helped, and neither would another. */
const justReloadedMs = 60_000;
const patienceMs = 5_000;

/**
 * To be asked once scripts could not be loaded. Where the app was deployed since this document came, its files have other
 * names by now: the document is loaded anew.
 *
 * @returns only where that would not help.
 */
export async function reloadWhereOutdated(): Promise<void> {
  if (isJustReloaded() || !(await isOutdated())) return;
  window.location.reload();
  await new Promise<never>(() => undefined);
}

/** What `load` brings; where it fails, the panel is loaded anew if that may help, else it throws. */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    await reloadWhereOutdated();
    throw error;
  }
}

function isJustReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload' && performance.now() < justReloadedMs
  );
}

/** Whether the server's document begins with another script by now: any file that changes changes that one's name. */
async function isOutdated(): Promise<boolean> {
  const first = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  // App Bridge puts a token before every call, and may wait for it without end.
  const noAnswer = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const now = await Promise.race([readDocument().catch(() => null), noAnswer]);
  return typeof first === 'string' && now !== null && !now.includes(`"${first}"`);
}

async function readDocument(): Promise<string | null> {
  const response = await fetch(window.location.pathname, { cache: 'no-store' });
  return response.ok ? response.text() : null;
}
