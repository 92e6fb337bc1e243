import { expect, test } from 'vitest';
import type { Overview } from '#api-contract/overview.ts';
import { busyWorld } from '../../testing/sample-world.ts';
import { panelStatus } from './panel-status.ts';

const well: Overview = { ...busyWorld().overview, status: 'working', comparedAt: '2026-11-21T09:00:00Z' };
const counted = (unexplained: number | null) => ({ last7d: { ...well.last7d, unexplained } });
const rows: [name: string, changes: Partial<Overview>, isStale: boolean, expected: object][] = [
  ['all is well and proven', counted(0), false, { code: 'working', tone: 'success', count: well.last24h.paid }],
  ['nothing was read for a while', counted(0), true, { code: 'stale', tone: 'warning' }],
  ['nothing was read for a while, after a wrong key', { status: 'key_refused' }, true, { code: 'stale' }],
  ['wrong key', { status: 'key_refused' }, false, { code: 'key_refused', tone: 'critical' }],
  ['a key that nobody checked', { status: 'key_unchecked' }, false, { code: 'key_unchecked', tone: 'warning' }],
  ['test mode', { status: 'test_mode' }, false, { code: 'test_mode', tone: 'warning' }],
  ['paused, and an order is missing', { status: 'paused', ...counted(1) }, false, { code: 'paused', tone: 'warning' }],
  ['reconnect', { status: 'reconnect' }, false, { code: 'reconnect', tone: 'critical' }],
  ['the service is down', { status: 'service_down' }, false, { code: 'service_down', tone: 'critical' }],
  ['by hand, 30 wait', { status: 'manual', toSend: 30 }, false, { code: 'manual', tone: 'warning', count: 30 }],
  ['by hand, none waits', { status: 'manual', toSend: 0 }, false, { code: 'manual', tone: 'info', count: 0 }],
  ['by hand, and an order is missing', { status: 'manual', ...counted(2) }, false, { code: 'missing', count: 2 }],
  ['an order is missing', counted(1), false, { code: 'missing', tone: 'critical', count: 1 }],
  ['the comparison is behind', counted(null), false, { code: 'behind', tone: 'warning' }],
  ['never compared yet', { ...counted(null), comparedAt: null }, false, { code: 'comparing', tone: 'info' }],
];

test.each(rows)('%s', (_name, changes, isStale, expected) => {
  expect(panelStatus({ ...well, ...changes }, isStale)).toMatchObject(expected);
});
