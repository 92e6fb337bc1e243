import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '#placement/ids.ts';
import { engines, installShop, openTestStorage } from '../testing/engines.ts';
import { noteAccessOnce } from './audit-log.ts';

test.each(engines)('who looks on is on record once a quarter of an hour, for each order, on %s', async (engine) => {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  const { db } = storage;
  const shop = await installShop(storage, 'looking.myshopify.com');
  const [anna, ben, first, second] = ['staff 1', 'staff 2', '1' as OrderId, '2' as OrderId] as const;
  const looks = async () => {
    for (const actor of [anna, ben]) {
      for (const orderId of [first, second]) await noteAccessOnce(db, shop, { actor, what: 'order', orderId });
    }
    await noteAccessOnce(db, shop, { actor: anna, what: 'deliveries', orderId: null });
  };
  const rows = () => db.selectFrom('access_log').select(['actor', 'what', 'order_id']).orderBy('id').execute();
  for (let count = 0; count < 3; count += 1) await looks();
  const once = [
    { actor: anna, what: 'order', order_id: first },
    { actor: anna, what: 'order', order_id: second },
    { actor: ben, what: 'order', order_id: first },
    { actor: ben, what: 'order', order_id: second },
    { actor: anna, what: 'deliveries', order_id: null },
  ];
  expect(await rows()).toEqual(once);
  await sql`update access_log set at = at - interval '15 minutes' where shop = ${shop}`.execute(db);
  await looks();
  expect(await rows()).toEqual([...once, ...once]);
});
