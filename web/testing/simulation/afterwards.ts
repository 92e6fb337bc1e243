import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { alsoWhen, changeGoods } from './draw-events.ts';
import { takeAway } from './draw-exchanges.ts';
import { hour } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setPaused, setRules, setTestMode } from './shop-settings.ts';
import { newAddresses } from './sim-addresses.ts';
import { add, fulfil, fulfilOne, type GoodsChange, move, remove, takeBack } from './sim-goods.ts';
import { sweepMs } from './sim-options.ts';
import type { SimWorld } from './sim-world.ts';

/** Of each half, more than any schedule needed so far. */
const mostEvents = 20_000;

type Deed = (world: SimWorld, shop: ShopDomain, id: OrderId, random: SeededRandom) => void;

const goods =
  (change: GoodsChange): Deed =>
  (world, shop, id) =>
    changeGoods(world, { shop, id }, change);

/** What becomes of an order, or of what its shop wants, long after it went out. */
const deeds: readonly (readonly [name: string, deed: Deed])[] = [
  ['gets goods', goods(add)],
  ['loses a piece', goods(remove)],
  ['loses all', goods(takeAway)],
  ['is moved', goods(move)],
  ['is handed over', goods(fulfil)],
  ['is handed over in part', goods(fulfilOne)],
  ['comes back', goods(takeBack)],
  ['is cancelled', cancel],
  ['is paid back', ({ edits }, shop, id) => edits.payBack(shop, id)],
  ['is paid back in part', (...given) => edit({ financialStatus: 'PARTIALLY_REFUNDED' }, ...given)],
  ['is tagged', (...given) => edit({}, ...given)],
  ['has another note', ({ shopify }, shop, id) => shopify.typeInNote(shop, id, 'weeks later')],
  ['has another phone', ({ shopify }, shop, id) => shopify.changePhone(shop, id, '083 987 6543')],
  ['goes elsewhere', (world, shop, id, random) => world.edits.readdress(shop, id, random.pick(newAddresses))],
  ['goes by post', (world, shop, id) => world.edits.changeMethod(shop, id, 'Economy courier')],
  ['goes by driver', (world, shop, id) => world.edits.changeMethod(shop, id, 'Same Day')],
  ['has no day', (world, shop, id) => world.edits.name(shop, id, ['', ''])],
  ['is found risky', (world, shop, id) => world.edits.analyse(shop, id, 'CANCEL')],
  ['is found good', (world, shop, id) => world.edits.analyse(shop, id, 'ACCEPT')],
  ['is sent when packed', (world, shop) => setRules(world, shop, { trigger: 'inProgress' })],
  ['is sent when paid', (world, shop) => setRules(world, shop, { trigger: 'paid' })],
  ['is sent at any age', (world, shop) => setRules(world, shop, { maxAgeHours: 24, cutOff: null })],
];

/**
 * Weeks after everything has rested something becomes of every order, once or twice. Nobody presses and nothing is paid:
 * no driver is called, and of those whom the app knew of none is called off.
 */
export async function goOn(world: SimWorld, random: SeededRandom): Promise<string[]> {
  const { service, scheduler, shopify } = world;
  // A driver may be booked for the day after, and comes for a week then.
  scheduler.skip((10 + random.below(28)) * 24 * hour);
  const [known, calls] = [new Set(knownIn(world)), service.calls.length];
  const found: string[] = [];
  alsoWhen(service, 'onCancel', (row) => {
    if (known.has(row.deliveryId)) found.push(`${row.orderReference} is called off weeks later`);
  });
  for (let times = 1 + random.below(2); times > 0; times -= 1) {
    for (const { shop, id } of [...shopify.orders.values()]) {
      const [name, deed] = deeds[random.below(deeds.length)] ?? [];
      world.log(`${id} ${name} weeks later`);
      deed?.(world, shop, id, random);
    }
    if ((await world.runFor(3 * sweepMs, mostEvents)) === 'endless') return ['never came to rest weeks later'];
  }
  if ((await world.runToRest(7 * 24 * hour, mostEvents)) === 'endless') found.push('never came to rest after weeks');
  const placed = service.calls.slice(calls).filter(({ kind }) => kind === 'place');
  return [...found, ...placed.map(({ reference }) => `${reference} is sent weeks later, unasked`)];
}

type Step = (world: SimWorld, shop: ShopDomain) => void;

/** What keeps a shop from sending, and lets it go on, with its weight. */
const stops: readonly (readonly [{ stop: Step; goOn: Step }, number])[] = [
  [{ stop: (...of) => setPaused(...of, true), goOn: (...of) => setPaused(...of, false) }, 1],
  [{ stop: (...of) => setTestMode(...of, true), goOn: (...of) => setTestMode(...of, false) }, 1],
  [{ stop: leave, goOn: comeBack }, 1],
  [{ stop: ({ service }) => (service.takesKey = () => false), goOn: keyTakenAgain }, 1],
];

function leave({ scheduler, shops }: SimWorld, shop: ShopDomain): void {
  shops.change(shop, { uninstalledAt: scheduler.now() });
}

function comeBack({ scheduler, shops }: SimWorld, shop: ShopDomain): void {
  shops.change(shop, { uninstalledAt: null, installedAt: scheduler.now() });
  shops.wakeWaiting(shop, 0);
}

function keyTakenAgain({ service, shops }: SimWorld, shop: ShopDomain): void {
  service.takesKey = () => true;
  const { live } = shops.record(shop).accounts;
  if (live) shops.saveKey(shop, live.apiKey);
}

/** What people press in shops that cannot send goes when these go on; no word lasts for the weeks that this takes here. */
export async function stopForWeeks(world: SimWorld, random: SeededRandom): Promise<string[]> {
  const { people, scheduler, service, shopify, shops } = world;
  const way = random.pick(stops);
  for (const shop of shops.domains()) way.stop(world, shop);
  for (const { shop, id } of shopify.orders.values()) people.press(shop, id, { mode: 'again' });
  if ((await world.runFor(10 * 60_000, mostEvents)) === 'endless')
    return ['never came to rest while its shop was stopped'];
  scheduler.skip((2 + random.below(28)) * 24 * hour);
  const calls = service.calls.length;
  for (const shop of shops.domains()) way.goOn(world, shop);
  if ((await world.runFor(3 * sweepMs, mostEvents)) === 'endless') return ['never came to rest once its shop went on'];
  const placed = service.calls.slice(calls).filter(({ kind }) => kind === 'place');
  return placed.map(({ reference }) => `${reference} is sent by a word of weeks ago`);
}

const knownIn = ({ orders }: SimWorld): string[] =>
  orders
    .all()
    .flatMap(({ deliveries }) => [...deliveries.values()].flatMap(({ service }) => service?.deliveryId ?? []));

function edit(changes: Parameters<SimWorld['shopify']['edit']>[2], ...[{ shopify }, shop, id]: Parameters<Deed>): void {
  shopify.edit(shop, id, changes);
}

function cancel({ shopify, scheduler }: SimWorld, shop: ShopDomain, id: OrderId): void {
  shopify.edit(shop, id, { cancelledAt: new Date(scheduler.now()).toISOString() });
}
