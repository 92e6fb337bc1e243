import type { Clock } from '#deliveries/ports/ports.ts';
import type { ApiNotice, ApiNoticeKind } from '#shopify/api-notice.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

export interface ApiNotices {
  note(notice: ApiNotice): void;
  /** What was heard within the last hour, each once. */
  heard(): ApiNotice[];
}

const hourMs = 3_600_000;
/** Reasons told apart: Shopify has a few, and no more may fill the log. */
const mostReasons = 50;

const words: Record<ApiNoticeKind, string> = {
  api_version:
    'Shopify no longer answers in the API version that the app asks for: what it reads may be gone or mean something else. Update the app',
  webhook_version:
    'Shopify sends webhooks in another API version than the app reads. Release shopify.app.toml of this version of the app (npx shopify app deploy); where that is done, update the app',
  deprecated: 'Shopify will take away something that the app uses: read what it says, and update the app before',
};

/** Counts what Shopify says of its API, and logs it: at most one line an hour of each version and reason. */
export function createApiNotices({
  logger,
  metrics,
  clock,
}: {
  logger: Logger;
  metrics: Metrics;
  clock: Clock;
}): ApiNotices {
  const known = new Map<string, { notice: ApiNotice; heardAt: number; toldAt: number }>();
  const isRecent = (at: number) => Math.abs(clock.now() - at) < hourMs;
  return {
    note(notice) {
      const { kind, said } = notice;
      metrics.apiNotices.inc({ kind });
      // Anybody who holds a webhook that Shopify signed may send it with any version: those are one.
      const reason = kind === 'deprecated' ? `${kind} ${said}` : kind;
      const key = known.has(reason) || known.size < mostReasons ? reason : kind;
      const now = clock.now();
      const before = known.get(key);
      const told = before !== undefined && isRecent(before.toldAt);
      known.set(key, { notice, heardAt: now, toldAt: told ? before.toldAt : now });
      if (!told) logger.warn(words[kind], { code: kind, said });
    },
    heard: () => [...known.values()].filter(({ heardAt }) => isRecent(heardAt)).map(({ notice }) => notice),
  };
}
