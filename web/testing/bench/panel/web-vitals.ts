import type { BrowserContext, Frame } from 'playwright-core';

/** What the browser told of one view of a screen, milliseconds since the panel's own navigation began. */
export interface Vitals {
  lcpMs: number;
  /** What was painted last and largest: its element and the beginning of its text. */
  lcpElement: string;
  /** Sum of all layout shifts that no press caused: never less than the CLS. */
  cls: number;
  /** Longest time from a press to the next picture, by interaction. */
  interactionsMs: number[];
  documentMs: number;
  /** End of the last script or style before the largest picture. */
  assetsMs: number;
  /** Begin and end of the calls of the app's API. */
  firstCallMs: number;
  lastCallMs: number;
  /** Paths of the scripts and styles loaded. */
  assets: string[];
}

/**
 * Listens from the first moment of every frame. The admin keeps a session token at hand, which the simulated one would
 * fetch over the slowed network: it gets one here.
 */
export async function listen(context: BrowserContext, sessionToken: string): Promise<void> {
  await context.addInitScript((token: string) => {
    if (window === window.top) {
      const plain = window.fetch.bind(window);
      window.fetch = (input, init) =>
        String(input).endsWith('/session-token') ? Promise.resolve(Response.json({ token })) : plain(input, init);
      return;
    }
    const seen: Record<'lcp' | 'shifts' | 'events', PerformanceEntry[]> = { lcp: [], shifts: [], events: [] };
    Reflect.set(window, '__seen', seen);
    const observe = (type: string, kept: PerformanceEntry[]) =>
      new PerformanceObserver((list) => kept.push(...list.getEntries())).observe({
        type,
        buffered: true,
        ...(type === 'event' ? { durationThreshold: 16 } : {}),
      } as PerformanceObserverInit);
    observe('largest-contentful-paint', seen.lcp);
    observe('layout-shift', seen.shifts);
    observe('event', seen.events);
  }, sessionToken);
}

/** Reads what was heard in the panel's frame. */
export async function readVitals(panel: Frame): Promise<Vitals> {
  return panel.evaluate(() => {
    const seen: Record<'lcp' | 'shifts' | 'events', PerformanceEntry[]> = Reflect.get(window, '__seen');
    const number = (entry: PerformanceEntry, name: string) => Number(Reflect.get(entry, name) ?? 0);
    const largest = seen.lcp.at(-1);
    const element: Element | null = largest ? Reflect.get(largest, 'element') : null;
    const interactions = new Map<number, number>();
    for (const entry of seen.events) {
      const id = number(entry, 'interactionId');
      if (id > 0) interactions.set(id, Math.max(interactions.get(id) ?? 0, entry.duration));
    }
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const assets = resources.filter(({ name }) => new URL(name).pathname.startsWith('/assets/'));
    const calls = resources.filter(({ name }) => new URL(name).pathname.startsWith('/api/'));
    const lcpMs = largest?.startTime ?? Number.NaN;
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      lcpMs,
      lcpElement: `${element?.tagName.toLowerCase() ?? 'gone'} “${(element?.textContent ?? '').slice(0, 40)}”`,
      cls: seen.shifts.reduce(
        (sum, entry) => sum + (Reflect.get(entry, 'hadRecentInput') ? 0 : number(entry, 'value')),
        0,
      ),
      interactionsMs: [...interactions.values()],
      documentMs: navigation?.responseEnd ?? 0,
      assetsMs: Math.max(0, ...assets.map(({ responseEnd }) => responseEnd).filter((at) => at < lcpMs)),
      firstCallMs: Math.min(...calls.map(({ startTime }) => startTime)),
      lastCallMs: Math.max(0, ...calls.map(({ responseEnd }) => responseEnd).filter((at) => at < lcpMs)),
      assets: assets.map(({ name }) => new URL(name).pathname),
    };
  });
}
