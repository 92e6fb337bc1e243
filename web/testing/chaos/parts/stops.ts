import { atLeast, counted, exactly, nonBroken, type Part } from '../part.ts';
import { stopUnderLoad } from '../stop-apps.ts';
import { onServer } from './on-engine.ts';

const restMs = 30 * 60_000;
const ordersPerStop = 12;

/** SIGSTOPs of a process in the middle of its calls for longer than its lease. */
export const stops: Part = {
  name: 'stops',
  title: 'SIGSTOPs for longer than the lease',
  run: async ({ quick, seed, say }) => {
    const count = quick ? 2 : 100;
    // One process with room for a whole wave would take it, and every second stop would meet an idle one. By its retries
    // the app also counts when it asks for news: as short as elsewhere, a process would be full of that.
    const env = { WORKER_CONCURRENCY: `${ordersPerStop / 2}`, RETRY_BASE_MS: '2000' };
    const result = await onServer({ seed, env }, (world) =>
      stopUnderLoad(world, { stops: count, ordersPerStop, stopMs: 12_000, restMs, say }),
    );
    const counts = [
      atLeast(count, counted('stops', result.stops)),
      counted('orders', result.orders),
      // Without late answers nothing would have been tried; one stop catches several calls.
      atLeast(count, counted('late answers fenced', result.fenced)),
      exactly(0, counted('late writes', result.lateWrites)),
      exactly(0, counted('lost', result.lost)),
      exactly(0, counted('doubled', result.doubled)),
      nonBroken(result.broken, { say }),
    ];
    return [{ what: 'SIGSTOP of a process, longer than its lease', counts }];
  },
};
