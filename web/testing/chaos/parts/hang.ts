import { hangOneShop } from '../hang-one-shop.ts';
import { atLeast, atMost, counted, exactly, nonBroken, type Part } from '../part.ts';
import { onServer } from './on-engine.ts';

const restMs = 30 * 60_000;

/** One shop's service takes every call and answers none. */
export const hang: Part = {
  name: 'hang',
  title: "one shop's service hangs while other shops sell",
  run: async ({ quick, seed, say }) => {
    const waiting = quick ? 300 : 5_000;
    const others = quick ? 40 : 200;
    // The app's own time-out: calls hang for as long as they would.
    const result = await onServer({ seed, env: { COURIER_TIMEOUT_MS: '15000' } }, (world) =>
      hangOneShop(world, { waiting, others, everyMs: 100, restMs, say }),
    );
    const counts = [
      atLeast(waiting, counted('waiting', result.waiting)),
      counted('calls left hanging', result.hung),
      exactly(0, counted('lost', result.lost)),
      nonBroken(result.broken, { say }),
      counted("others' orders", others),
      counted('p95 before', result.baselineP95Ms, 'ms'),
      counted('p95 beside it', result.p95Ms, 'ms'),
      atMost(2, counted('ratio', result.p95Ms / result.baselineP95Ms)),
    ];
    return [{ what: "one shop's service hangs, 2 processes", counts }];
  },
};
