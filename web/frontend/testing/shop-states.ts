import type { OrderView, Reason } from '#api-contract/order.ts';
import type { Overview } from '#api-contract/overview.ts';
import { problemOf } from './fake-api.ts';
import { orderIdOf, previewOf, rowOf, sampleDelivery, sampleOrder } from './sample-orders.ts';
import { morningSlot } from './sample-overview.ts';
import { manualMode, sampleReason } from './sample-reasons.ts';
import { busyWorld } from './sample-world.ts';
import type { ShownState } from './shown-state.ts';
import type { World } from './world.ts';

const home = (changes: Partial<Overview>) => () => {
  const world = busyWorld();
  return { ...world, overview: { ...world.overview, ...changes } };
};
const homeSays = (first: RegExp, primary?: string): ShownState['screens'] => ({
  home: { path: '/', place: 'heading', first, ...(primary === undefined ? {} : { primary }) },
});
const well = busyWorld().overview;
const uncompared = { ...well.last7d, unexplained: null };
const notUpToDate = /^Not up to date: last read at \d\d:\d\d/;
const broken = problemOf(503, 'Not available', {
  detail: 'The app could not do this at the moment. Reference for support: 4e1c9a70',
  nextStep: 'Try again in a moment.',
});

/** The app answers 503 to every call from now on, as while it is deployed. */
export function takeDown(world: World): void {
  world.down = broken;
}

function withOrder(world: World, order: OrderView): World {
  world.deliveries = [rowOf(order), ...world.deliveries];
  world.orders.set(order.orderId, order);
  world.previews.set(order.orderId, previewOf(order));
  return world;
}

/** The same with a paid order that waits for it to end. */
const holding = (changes: Partial<Overview>, reason: Reason) => () => {
  return withOrder(home(changes)(), sampleOrder(1042, 'held', reason));
};
const heldSays = (first: RegExp): ShownState['screens'] => ({
  deliveries: { path: '/deliveries', place: 'row', first: new RegExp(`#1042.*On hold.*${first.source}`) },
  order: { path: `/deliveries/${orderIdOf(1042)}`, place: 'heading', first },
});

const keyRefused = sampleReason(
  'key_refused',
  'The delivery service refused the API key. The order waits until the key works.',
  { nextStep: 'Check the API key under Settings.' },
);
const testMode = sampleReason('test_mode', 'Test mode is on, so this paid order waits.', {
  nextStep: 'End test mode under Settings: the order is then decided again.',
});
const paused = sampleReason('paused', 'The shop is paused, so the order waits and nothing is sent.', {
  nextStep: 'Press Resume on Home.',
});
const serviceDown = sampleReason(
  'service_down',
  'The delivery service does not answer at the moment. The order waits; nothing was lost.',
  { nextStep: "Nothing to do: we'll keep trying.", retrying: true },
);

/** How the shop may stand as a whole, and the orders that wait because of it. */
export const shopStates: ShownState[] = [
  { name: 'running', world: home({}), screens: homeSays(/^Running\. Paid orders/, 'Decide on order') },
  {
    name: 'wrong-key',
    world: holding({ status: 'key_refused' }, keyRefused),
    screens: { ...homeSays(/refuses the API key/, 'Enter API key'), ...heldSays(/refused the API key/) },
  },
  {
    name: 'unproven-key',
    world: home({ status: 'key_unchecked' }),
    screens: homeSays(/not proven yet/, 'Test key'),
  },
  {
    name: 'test-mode',
    world: holding({ status: 'test_mode', testMode: true }, testMode),
    screens: {
      ...homeSays(/^Test mode: paid orders do NOT get a driver/, 'End test mode'),
      ...heldSays(/Test mode is on/),
    },
  },
  {
    name: 'by-hand',
    world: () => {
      return withOrder(home({ status: 'manual', toSend: 30 })(), sampleOrder(1042, 'skipped', manualMode));
    },
    screens: {
      ...homeSays(/^30 orders wait/, 'Send orders'),
      deliveries: {
        ...{ path: '/deliveries?view=to_send', place: 'row', primary: 'Send 1 order' },
        first: /#1042.*To send/,
      },
      order: {
        ...{ path: `/deliveries/${orderIdOf(1042)}`, place: 'heading', primary: 'Send' },
        first: /sent by hand in this shop, so the order waits/,
      },
    },
  },
  {
    name: 'paused',
    world: holding({ status: 'paused', paused: true }, paused),
    screens: { ...homeSays(/^Paused/, 'Resume'), ...heldSays(/shop is paused/) },
  },
  {
    name: 'reconnect',
    world: home({ status: 'reconnect' }),
    screens: homeSays(/^The connection to Shopify has ended/, 'Reconnect'),
  },
  {
    name: 'service-down',
    world: holding({ status: 'service_down' }, serviceDown),
    screens: { ...homeSays(/does not answer/, 'Decide on order'), ...heldSays(/does not answer/) },
  },
  {
    name: 'behind',
    world: home({ last24h: uncompared, last7d: uncompared, comparedAt: '2026-11-21T06:04:00Z' }),
    screens: homeSays(/^Last compared with Shopify on 21 Nov/, 'Decide on order'),
  },
  {
    name: 'missing',
    world: home({ last7d: { ...well.last7d, paid: well.last7d.paid + 1, unexplained: 1 } }),
    screens: homeSays(/^1 paid order is missing/, 'Decide on order'),
  },
  {
    name: 'late',
    world: () => {
      const message = 'The delivery service answered 503.';
      const unanswered = { at: '2026-11-21T07:02:11Z', outcome: 'unknown_server_error', httpStatus: 503, message };
      const { attempts } = sampleDelivery('1042');
      const late = { slot: morningSlot, isLate: true, contactUrl: 'https://service.example/questions' };
      return withOrder(home({})(), {
        ...sampleOrder(1042, 'placed'),
        deliveries: [sampleDelivery('1042', { ...late, attempts: [unanswered, ...attempts] })],
      });
    },
    screens: {
      deliveries: { path: '/deliveries', place: 'row', first: /#1042\s*Late\s*Sat 21 Nov 2026, 10:00–12:00/ },
      order: {
        ...{ path: `/deliveries/${orderIdOf(1042)}`, place: 'heading' },
        first: /^Late: the goods are not collected/,
      },
      home: { path: '/', place: 'slot', first: /^10:00–12:00.*2 late/, primary: 'Decide on order' },
      'packing list': {
        ...{ path: '/packing-list?start=2026-11-21T12:00:00Z', place: 'parcel', primary: 'Print' },
        first: /^1001\s*Not collected/,
      },
    },
  },
  {
    name: 'app-down',
    world: home({}),
    later: { happens: takeDown, afterMs: 20_000 },
    screens: {
      ...homeSays(notUpToDate, 'Try again'),
      deliveries: { path: '/deliveries', place: 'heading', first: notUpToDate },
      order: { path: `/deliveries/${orderIdOf(1001)}`, place: 'heading', first: notUpToDate },
    },
  },
];
