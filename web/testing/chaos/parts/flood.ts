import { floodOneShop } from '../flood-one-shop.ts';
import { atLeast, atMost, counted, exactly, nonBroken, type Part } from '../part.ts';
import { onServer } from './on-engine.ts';

const restMs = 30 * 60_000;

/** Orders of one shop are paid by the thousand. */
export const flood: Part = {
  name: 'flood',
  title: 'one of 200 shops floods the app while the others sell',
  run: async ({ quick, seed, say }) => {
    // A store sends at its own pace, whether or not the app keeps up; the rush comes as fast as the app answers.
    const size = quick
      ? { shops: 20, warmUpOrders: 40, orders: 300, perSecond: 200, rushed: 100, others: 20 }
      : { shops: 200, warmUpOrders: 1_500, orders: 5_000, perSecond: 100, rushed: 2_000, others: 200 };
    // As in production: by its retries the app also counts when it asks for news of what is booked.
    const result = await onServer({ seed, env: { RETRY_BASE_MS: '2000' } }, (world) =>
      floodOneShop(world, { ...size, everyMs: 100, restMs }),
    );
    const counts = [
      counted('shops', size.shops),
      counted('orders of the one', size.orders + size.rushed),
      // Otherwise the others were measured beside nothing.
      atLeast(1, counted('waiting still', result.waiting)),
      exactly(0, counted('lost', result.lost)),
      nonBroken(result.broken, { say }),
      counted("others' orders", size.others),
      atMost(60, counted('booked while one of them waits', result.bookedMeanwhile)),
      counted('p95 before', result.baselineP95Ms, 'ms'),
      counted(`p95 while ${size.perSecond} a second come`, result.comingP95Ms, 'ms'),
      atMost(1.5, counted('ratio', result.comingP95Ms / result.baselineP95Ms)),
      counted('p95 while they wait', result.waitingP95Ms, 'ms'),
      atMost(1.5, counted('ratio', result.waitingP95Ms / result.baselineP95Ms)),
      counted('p95 while as many come as are answered', result.rushingP95Ms, 'ms'),
      counted('of them in a second', result.rushPerSecond),
      atMost(1.5, counted('ratio', result.rushingP95Ms / result.baselineP95Ms)),
    ];
    return [{ what: 'one shop floods, 2 processes', counts }];
  },
};
