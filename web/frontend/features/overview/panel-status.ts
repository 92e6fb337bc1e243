import type { Overview } from '#api-contract/overview.ts';

type StatusCode = Overview['status'] | 'stale' | 'missing' | 'behind' | 'comparing';
type StatusTone = 'success' | 'info' | 'warning' | 'critical';

export interface PanelStatus {
  code: StatusCode;
  tone: StatusTone;
  /** Orders that it is about; 0 where it is about the shop itself. */
  count: number;
}

const tones: Record<StatusCode, StatusTone> = {
  stale: 'warning',
  reconnect: 'critical',
  reads_refused: 'critical',
  scopes_missing: 'critical',
  settings_unread: 'critical',
  key_refused: 'critical',
  address_wrong: 'critical',
  test_mode: 'warning',
  no_key: 'warning',
  paused: 'warning',
  service_down: 'critical',
  key_unchecked: 'warning',
  missing: 'critical',
  manual: 'info',
  behind: 'warning',
  comparing: 'info',
  working: 'success',
};

/**
 * The one line on whether it works: the worst that is known, first. Green only where nothing stands in the way, the key has
 * been accepted, no paid order is missing, and all of that was read just now.
 *
 * @param isStale the last two readings failed, so nothing of `overview` is known to hold any more
 */
export function panelStatus(overview: Overview, isStale: boolean): PanelStatus {
  const { code, count } = worst(overview, isStale);
  return { code, count, tone: code === 'manual' && count > 0 ? 'warning' : tones[code] };
}

function worst(overview: Overview, isStale: boolean): { code: StatusCode; count: number } {
  const { status, toSend, comparedAt, last7d, last24h } = overview;
  if (isStale) return { code: 'stale', count: 0 };
  if (status !== 'working' && status !== 'manual') return { code: status, count: 0 };
  if (last7d.unexplained !== null && last7d.unexplained > 0) return { code: 'missing', count: last7d.unexplained };
  if (status === 'manual') return { code: 'manual', count: toSend };
  if (last7d.unexplained === null) return { code: comparedAt === null ? 'comparing' : 'behind', count: 0 };
  return { code: 'working', count: last24h.paid };
}
