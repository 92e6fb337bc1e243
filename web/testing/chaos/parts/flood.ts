import { floodOneShop } from '../flood-one-shop.ts';
import { atLeast, atMost, counted, exactly, nonBroken, type Part } from '../part.ts';
import { onServer } from './on-engine.ts';

const restMs = 30 * 60_000;

/** Orders of one shop are paid all at once. */
export const flood: Part = {
  name: 'flood',
  title: 'one of 200 shops floods the app while the others sell',
  run: async ({ quick, seed, say }) => {
    const [shops, orders, others] = quick ? [20, 300, 40] : [200, 5_000, 200];
    // As in production: by its retries the app also counts when it asks for news of what is booked.
    const result = await onServer({ seed, env: { RETRY_BASE_MS: '2000' } }, (world) =>
      floodOneShop(world, { shops, orders, others, everyMs: 100, restMs }),
    );
    const counts = [
      counted('shops', shops),
      counted('orders of the one', orders),
      // Otherwise the others were measured beside nothing.
      atLeast(1, counted('waiting still', result.waiting)),
      exactly(0, counted('lost', result.lost)),
      nonBroken(result.broken, { say }),
      counted("others' orders", others),
      counted('p95 before', result.baselineP95Ms, 'ms'),
      counted('p95 while it comes', result.comingP95Ms, 'ms'),
      atMost(1.5, counted('ratio', result.comingP95Ms / result.baselineP95Ms)),
      counted('p95 while it waits', result.waitingP95Ms, 'ms'),
      atMost(1.5, counted('ratio', result.waitingP95Ms / result.baselineP95Ms)),
    ];
    return [{ what: 'one shop floods, 2 processes', counts }];
  },
};
