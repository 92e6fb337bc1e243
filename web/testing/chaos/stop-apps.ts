import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';
import { doubledAt, promisesBroken } from './explain-orders.ts';

export interface StopResult {
  stops: number;
  orders: number;
  lost: number;
  doubled: number;
  /** Goods that nobody brings and nobody is told of, and drivers that are denied. */
  broken: string[];
  /** Answers that came back to a process after its lease, and were refused by their fence. */
  fenced: number;
  /** Writes under an older fence that went through all the same. */
  lateWrites: number;
}

const shops = ['stopped-a.myshopify.com', 'stopped-b.myshopify.com', 'stopped-c.myshopify.com'];
/** So many calls at a time that some are of the process to be stopped, each shorter than its time-out. */
const inFlight = 8;
const callMs = 800;

export interface StopOptions {
  stops: number;
  ordersPerStop: number;
  /** Longer than the lease and than the return of what was under way to another process. */
  stopMs: number;
  restMs: number;
  say?: (line: string) => void;
}

/** SIGSTOPs a process in the middle of its calls for longer than lease and heartbeat, then lets it go on. */
export async function stopUnderLoad(world: ChaosWorld, options: StopOptions): Promise<StopResult> {
  const { stops, ordersPerStop, stopMs, restMs, say } = options;
  await world.install(...shops);
  world.courier.delayMs = callMs;
  const orders = ordersIn(shops, stops * ordersPerStop);
  for (let stop = 0; stop < stops; stop += 1) {
    const wave = orders.slice(stop * ordersPerStop, (stop + 1) * ordersPerStop);
    const posts = wave.map((order) => world.pay(order));
    for (const until = Date.now() + 10_000; world.courier.inFlight < inFlight && Date.now() < until; ) await pause(5);
    // One of the two processes, another the next time: the one that goes on takes over what it was doing.
    const [stopped] = world.fleet.members;
    stopped?.child.kill('SIGSTOP');
    await pause(stopMs);
    stopped?.child.kill('SIGCONT');
    world.fleet.members.reverse();
    await Promise.all(posts);
    if ((stop + 1) % 10 === 0) say?.(`${stop + 1} of ${stops} SIGSTOPs, ${fencedOf(world)} late answers fenced`);
  }
  const lost = await world.untilRested(orders, restMs);
  const late = await world.query<{ count: number }>(`
    select count(*)::int4 as count from attempt a join attempt n
      on n.shop = a.shop and n.order_id = a.order_id and n.order_reference = a.order_reference and n.fence > a.fence
    where a.finished_at > n.started_at + interval '1 second'`);
  return {
    stops,
    orders: orders.length,
    lost,
    doubled: doubledAt(world),
    broken: await promisesBroken(world, orders),
    fenced: fencedOf(world),
    lateWrites: late[0]?.count ?? -1,
  };
}

const fencedOf = ({ fleet }: ChaosWorld): number => fleet.logged('a late answer was fenced off');
