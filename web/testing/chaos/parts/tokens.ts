import { expireTokens, expiringTokens } from '../expire-tokens.ts';
import { atLeast, counted, exactly, type Part } from '../part.ts';
import { onServer } from './on-engine.ts';

const restMs = 30 * 60_000;

/** Access tokens that expire all the time, and answers that are lost. */
export const tokens: Part = {
  name: 'tokens',
  title: 'expiring access tokens with 20 % lost answers',
  run: async ({ quick, seed }) => {
    const expiries = quick ? 150 : 1_000;
    const office = expiringTokens(seed);
    const result = await onServer({ seed, tokens: office }, (world) =>
      expireTokens(world, office, { expiries, restMs }),
    );
    const counts = [
      atLeast(expiries, counted('tokens refreshed', result.refreshes)),
      atLeast(expiries / 10, counted('answers lost', result.lost)),
      exactly(1, counted('at most at a time for a shop', result.atOnce)),
      exactly(0, counted('refresh tokens refused', result.refused)),
      exactly(0, counted('shops logged out', result.loggedOut)),
      exactly(0, counted('orders not at rest', result.notRested)),
    ];
    return [{ what: 'access tokens that expire, 2 processes', counts }];
  },
};
