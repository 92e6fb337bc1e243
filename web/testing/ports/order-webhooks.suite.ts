import { expect, test } from 'vitest';
import type { OrderAggregate } from '#deliveries/order.ts';
import { type OrderFixture, raised } from './order-fixture.ts';

/** What holds of webhooks that wait for their order in every `OrderStore`. */
export function orderWebhooksSuite(at: OrderFixture): void {
  test('webhooks wait for their order until a change has taken them in', async () => {
    const [given, other] = [at.fresh(), at.fresh()];
    const ids = [
      await at.world.receive(at.shop, given.orderId, { topic: 'orders/paid' }),
      await at.world.receive(at.shop, given.orderId, { topic: 'orders/updated' }),
    ];
    await at.world.receive(at.shop, other.orderId, { topic: 'orders/paid' });
    expect((await given.load()).webhooks.map(({ id, topic }) => [id, topic])).toEqual([
      [ids[0], 'orders/paid'],
      [ids[1], 'orders/updated'],
    ]);
    await given.write({ order: given.order, webhooksDone: ids.slice(0, 1) });
    expect((await given.load()).webhooks.map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await other.load()).webhooks).toHaveLength(1);
  });

  test('webhooks that say nothing new move on what was seen of the order, and never back', async () => {
    const given = at.fresh();
    await given.write({ order: given.order });
    const seen = given.order.shopifyUpdatedAt;
    const mark = async (seenAt: number, echoFingerprint: string) => {
      const ids = [await at.world.receive(at.shop, given.orderId, { topic: 'orders/updated' })];
      await at.world.orders.markWebhooksKnown(at.shop, given.orderId, { ids, seenAt, echoFingerprint });
      const { order, webhooks } = await given.load();
      return [order?.shopifyUpdatedAt, order?.echoFingerprint, webhooks.length];
    };
    expect(await mark(seen + 5_000, 'a|b')).toEqual([seen + 5_000, 'a|b', 0]);
    expect(await mark(seen, 'a|old')).toEqual([seen + 5_000, 'a|b', 0]);
  });

  test('what webhooks told meanwhile is not written over by whoever knows the order from before', async () => {
    const given = at.fresh();
    const first = (await given.write({ order: given.order })) as { after: OrderAggregate };
    const seenAt = given.order.shopifyUpdatedAt + 5_000;
    await at.world.orders.markWebhooksKnown(at.shop, given.orderId, { ids: [], seenAt, echoFingerprint: 'a|b' });
    await at.world.orders.change(at.shop, given.orderId, (now) => raised(now, given), { from: first.after });
    const { order } = await given.load();
    expect([order?.shopifyUpdatedAt, order?.number]).toEqual([seenAt, given.order.number + 1]);
  });

  test('quarantined webhooks wait for nobody, and no other shop can put them there', async () => {
    const given = at.fresh();
    const id = await at.world.receive(at.shop, given.orderId, { topic: 'orders/paid' });
    await at.world.orders.quarantineWebhooks(await at.world.addShop(), [id], 'why');
    expect((await given.load()).webhooks).toHaveLength(1);
    await at.world.orders.quarantineWebhooks(at.shop, [], 'why');
    await at.world.orders.quarantineWebhooks(at.shop, [id], 'why');
    expect((await given.load()).webhooks).toEqual([]);
  });
}
