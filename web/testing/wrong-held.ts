import { deliveriesPage } from '#api-contract/deliveries.ts';
import { whatIsWrongWithHeld } from '#placement/testing/what-is-wrong-with-held.ts';
import type { LocalWorld } from './local-world.ts';

/** An invariant for any moment of a journey: every delivery and order that is shown as held says what ends it. */
export async function wrongHeld(world: Pick<LocalWorld, 'api'>, shop?: string): Promise<string[]> {
  const { status, body } = await world.api('GET', '/api/deliveries?state=held&limit=250', undefined, shop);
  if (status !== 200) {
    throw new Error(`what ${shop ?? 'the shop'} holds is not shown: ${status} ${JSON.stringify(body)}`);
  }
  const { deliveries } = deliveriesPage.parse(body);
  return deliveries.flatMap(({ orderName, orderId, reason }) => {
    const wrong = whatIsWrongWithHeld(reason, Date.now());
    return wrong === null ? [] : [`${orderName ?? orderId}: ${wrong}`];
  });
}
