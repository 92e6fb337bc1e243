import { createHash } from 'node:crypto';
import type { OrderId } from '#placement/ids.ts';
import { SeededRandom } from './seeded-random.ts';
import { type LookupFault, type PlaceFault, placeFaults } from './sim-service.ts';
import { SimWorld } from './sim-world.ts';

export interface ScheduleResult {
  seed: number;
  violations: string[];
  /** Hash over everything that happened: the same seed gives the same. */
  trace: string;
  placed: number;
  kills: number;
}

const minute = 60_000;
/** Faults, kills and edits end after this; then everything must come to rest. */
const stormMs = 10 * minute;
const restMs = 90 * minute;

/** Faults that leave a person to decide, and so end an order's journey. */
const rare: PlaceFault[] = ['refused', 'redirected', 'key_refused', 'address_refused'];

/** One seeded schedule: orders, repeated webhooks, faults, kills and stops; then rest, then the checker. */
export async function runSchedule(seed: number): Promise<ScheduleResult> {
  const plan = new SeededRandom(seed ^ 0x5bd1e995);
  const faultRate = plan.pick([[0, 1], [0.25, 4], [0.6, 3]] as const);
  const calm = (world: SimWorld) => world.scheduler.now() >= start + stormMs;
  const place = (random: SeededRandom, now: number): PlaceFault => {
    if (now >= start + stormMs || !random.chance(faultRate)) return random.chance(0.02) ? 'no_slot' : 'none';
    return random.pick(placeFaults.map((fault) => [fault, rare.includes(fault) ? 0.2 : 1] as const));
  };
  const lookup = (random: SeededRandom, now: number): LookupFault =>
    now < start + stormMs && random.chance(faultRate) ? random.pick([['failed', 9], ['key_refused', 1]] as const) : 'none';
  const world = new SimWorld({ seed, workers: 1 + plan.below(3), stepMs: 20, faults: { place, lookup } });
  const start = world.scheduler.now();
  world.shopify.failing = (random) => !calm(world) && random.chance(faultRate / 4);

  const orders = 1 + plan.below(4);
  for (let index = 0; index < orders; index += 1) addOrder(world, plan, 1001 + index);
  let kills = 0;
  for (let index = plan.below(5); index > 0; index -= 1) {
    world.scheduler.at(start + plan.below(stormMs), null, () => {
      const alive = world.processes.filter((process) => process.alive);
      const victim = alive[world.random.below(alive.length)];
      if (!victim) return;
      kills += 1;
      if (world.random.chance(0.6)) world.kill(victim);
      else world.stop(victim, 5_000 + world.random.below(30_000));
    });
  }
  const rested = await world.scheduler.run(start + restMs, 6_000);
  const violations = rested === 'endless' ? ['never came to rest'] : check(world);
  return {
    seed,
    violations,
    trace: createHash('sha256').update(world.trace.join('\n')).digest('hex'),
    placed: world.service.stored.size,
    kills,
  };
}

function addOrder(world: SimWorld, plan: SeededRandom, number: number): void {
  const start = world.scheduler.now();
  world.scheduler.at(start + plan.below(minute), null, () => {
    const order = world.shopify.addOrder(number, 1 + world.random.below(2));
    for (let times = 1 + world.random.below(4); times > 0; times -= 1) {
      world.scheduler.at(world.scheduler.now() + world.random.below(minute), null, () =>
        world.notify(order.id, world.random.chance(0.5) ? 'orders/paid' : 'orders/updated'),
      );
    }
  });
  const edits: (() => void)[] = [
    () => world.shopify.edit(String(number), { note: 'changed by the merchant' }),
    () => world.shopify.edit(String(number), { cancelledAt: new Date(world.scheduler.now()).toISOString() }),
    () => world.shopify.edit(String(number), { phone: '0839876543' }),
  ];
  const edit = plan.chance(0.4) ? edits[plan.below(edits.length)] : undefined;
  if (!edit) return;
  world.scheduler.at(start + minute + plan.below(2 * minute), null, () => {
    edit();
    world.notify(String(number) as OrderId, 'orders/updated');
  });
}

/** What must hold once everything rests, whatever happened before. */
function check(world: SimWorld): string[] {
  const violations: string[] = [];
  const perGoods = new Map<string, number>();
  for (const { goods } of world.service.stored.values()) perGoods.set(goods + '', (perGoods.get(goods) ?? 0) + 1);
  const bodies = new Map<string, Set<string>>();
  for (const { reference, body } of world.service.placings) {
    bodies.set(reference, (bodies.get(reference) ?? new Set()).add(body));
  }
  const rows = world.orders.all();
  const references = new Set(rows.flatMap(({ deliveries }) => deliveries.map((d) => d.orderReference as string)));
  for (const reference of world.service.stored.keys()) {
    if (!references.has(reference)) violations.push(`${reference} is at the service and unknown here`);
  }
  for (const [id] of world.shopify.orders) {
    const row = rows.find(({ order }) => order?.orderId === id);
    if (!row?.order) violations.push(`order ${id} was lost`);
    else violations.push(...checkOrder(world, row.order, row.deliveries, row.waiting));
  }
  return violations;
}

const honest = [
  'refused_after_unknown','fate_unknown', 'redirected', 'probably_placed', 'attempts_used_up', 'too_late', 'too_old', 'too_late_cut_off'];

function checkOrder(
  world: SimWorld,
  order: NonNullable<ReturnType<SimWorld['orders']['all']>[number]['order']>,
  deliveries: ReturnType<SimWorld['orders']['all']>[number]['deliveries'],
  waiting: number,
): string[] {
  const found: string[] = [];
  if (waiting > 0) found.push(`${order.name}: webhooks left over`);
  if (!['placed', 'skipped', 'held', 'needs_attention', 'cancelled'].includes(order.state)) {
    found.push(`${order.name} rests as ${order.state}`);
  }
  if (order.state !== 'placed' && order.reason === null) found.push(`${order.name} is ${order.state} without a reason`);
  if (order.state === 'held') found.push(`${order.name} is held for ever: ${order.reason?.code}`);
  const places = new Set(deliveries.map(({ locationKey }) => locationKey));
  const booked = deliveries.filter(({ orderReference }) => world.service.stored.has(orderReference));
  if (booked.length > places.size) found.push(`${order.name} was doubled`);
  for (const delivery of deliveries) {
    const theirs = world.service.stored.get(delivery.orderReference);
    if (delivery.state === 'placed' && !theirs) found.push(`${delivery.orderReference} is placed here and not there`);
    if (delivery.state === 'placed' && theirs && theirs.deliveryId !== delivery.service?.deliveryId) {
      found.push(`${delivery.orderReference} has another id here`);
    }
    const admitted = delivery.state === 'placed' || honest.includes(delivery.reason?.code ?? '');
    if (theirs && !admitted) found.push(`${delivery.orderReference} is there, and here ${delivery.state}/${delivery.reason?.code}`);
  }
  return [...found, ...checkNote(world, order.orderId, deliveries)];
}

function checkNote(
  world: SimWorld,
  id: OrderId,
  deliveries: ReturnType<SimWorld['orders']['all']>[number]['deliveries'],
): string[] {
  const note = world.shopify.orders.get(id)?.note ?? '';
  const placed = deliveries.filter(({ state, noteWritten }) => state === 'placed' && noteWritten);
  const unwritten = deliveries.filter(({ state, writtenBackAt }) => state === 'placed' && writtenBackAt === null);
  const found = unwritten.map(({ orderReference }) => `${orderReference} was never written back`);
  for (const { orderReference } of placed) {
    const lines = note.split(/\r\n|\r|\n/).filter((line) => line.startsWith(`Same-day delivery ${orderReference}:`));
    if (lines.length > 1) found.push(`${orderReference} stands ${lines.length} times in the note`);
  }
  return found;
}

