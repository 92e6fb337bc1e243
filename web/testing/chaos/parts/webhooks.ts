import { atLeast, counted, exactly, nonBroken, type Part } from '../part.ts';
import { shuffleWebhooks } from '../shuffle-webhooks.ts';
import { onServer } from './on-engine.ts';

const restMs = 60 * 60_000;

/** Every order's webhooks one to nine times in any order to two processes. */
export const webhooks: Part = {
  name: 'webhooks',
  title: 'webhooks 1 to 9 times, shuffled, to two processes',
  run: async ({ quick, seed, say }) => {
    const orders = quick ? 800 : 5_000;
    say(`${orders} orders`);
    const result = await onServer({ seed, env: { COURIER_TIMEOUT_MS: '10000' } }, (world) =>
      shuffleWebhooks(world, { orders, seed, restMs }),
    );
    const counts = [
      atLeast(orders, counted('orders', result.orders)),
      counted('webhooks', result.webhooks),
      exactly(0, counted('not acknowledged', result.unacknowledged)),
      exactly(0, counted('not at rest', result.notRested)),
      exactly(orders, counted('deliveries', result.deliveries)),
      exactly(0, counted('orders without exactly one', result.notOne)),
      nonBroken(result.broken, { say }),
      counted('placing calls', result.placings),
      counted('took', Math.round(result.elapsedMs / 1000), 's'),
    ];
    return [{ what: 'webhooks 1 to 9 times, shuffled, 2 processes', counts }];
  },
};
