import type { Overview } from '#api-contract/panel.ts';
import { problemOf } from './fake-api.ts';
import { busyWorld } from './sample-world.ts';
import type { World } from './world.ts';

/** How things may stand, a screen that must say so, and what stands first there. */
export interface ShownState {
  name: string;
  path: string;
  world: () => World;
  /** First heading below the title. */
  first: RegExp;
  /** The primary press; none where there is nothing to do. */
  primary?: string;
}

const home = (changes: Partial<Overview>) => () => {
  const world = busyWorld();
  return { ...world, overview: { ...world.overview, ...changes } };
};
const well = busyWorld().overview;
const uncompared = { ...well.last7d, unexplained: null };
const broken = problemOf(503, 'Not available', { detail: 'The database is down.' });

export const shownStates: ShownState[] = [
  { name: 'running', path: '/', world: home({}), first: /^Running\. Paid orders/, primary: 'Fix' },
  {
    name: 'wrong-key',
    path: '/',
    world: home({ status: 'key_refused' }),
    first: /refuses the API key/,
    primary: 'Enter API key',
  },
  {
    name: 'unproven-key',
    path: '/',
    world: home({ status: 'key_unchecked' }),
    first: /not proven yet/,
    primary: 'Test key',
  },
  {
    ...{ name: 'test-mode', path: '/', first: /^Test mode: paid orders do NOT get a driver/, primary: 'End test mode' },
    world: home({ status: 'test_mode', testMode: true }),
  },
  {
    name: 'by-hand',
    path: '/',
    world: home({ status: 'manual', toSend: 30 }),
    first: /^30 orders wait/,
    primary: 'Send orders',
  },
  { name: 'paused', path: '/', world: home({ status: 'paused', paused: true }), first: /^Paused/, primary: 'Resume' },
  {
    name: 'reconnect',
    path: '/',
    world: home({ status: 'reconnect' }),
    first: /Shopify has ended/,
    primary: 'Reconnect',
  },
  {
    name: 'service-down',
    path: '/',
    world: home({ status: 'service_down' }),
    first: /does not answer/,
    primary: 'Fix',
  },
  {
    ...{ name: 'behind', path: '/', first: /^Last compared with Shopify on 21 Nov/, primary: 'Fix' },
    world: home({ last24h: uncompared, last7d: uncompared, comparedAt: '2026-11-21T06:04:00Z' }),
  },
  {
    ...{ name: 'missing', path: '/', first: /^1 paid order is missing/, primary: 'Fix' },
    world: home({ last7d: { ...well.last7d, unexplained: 1 } }),
  },
];

/** Every call of the API fails from now on, as behind a proxy whose app is down. */
export function takeDown(world: World): void {
  for (const call of ['GET /api/overview', 'GET /api/deliveries']) world.failing.set(call, broken);
}
