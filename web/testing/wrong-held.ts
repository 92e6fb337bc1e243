import { z } from 'zod';
import { deliveriesPage } from '#api-contract/deliveries.ts';
import { whatIsWrongWithHeld } from '#placement/testing/what-is-wrong-with-held.ts';
import type { LocalWorld } from './local-world.ts';

const page = z.object({ status: z.literal(200), body: deliveriesPage });

/** An invariant for any moment of a journey: every delivery and order that is shown as held says what ends it. */
export async function wrongHeld(world: Pick<LocalWorld, 'api'>, shop?: string): Promise<string[]> {
  const answer = await world.api('GET', '/api/deliveries?state=held&limit=250', undefined, shop);
  const { deliveries } = page.parse(answer).body;
  return deliveries.flatMap(({ orderName, orderId, reason }) => {
    const wrong = whatIsWrongWithHeld(reason, Date.now());
    return wrong === null ? [] : [`${orderName ?? orderId}: ${wrong}`];
  });
}
