import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { orderDueChannel } from '#storage/order-runs.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';

/** `orderUntil` where a delivery is looked at when its time has come: by itself its order rests for up to two seconds more. */
export function lookWhenDue(world: LocalWorld): LocalWorld['orderUntil'] {
  const { db, database } = world.app.context.storage;
  const runDue = async (): Promise<void> => {
    const { rows } = await sql`update order_run r set next_run_at = clock_timestamp() from delivery d
      where d.shop = r.shop and d.order_id = r.order_id and d.look_at <= clock_timestamp()
        and r.next_run_at > clock_timestamp() returning r.shop`.execute(db);
    if (rows.length > 0) await database.notify(orderDueChannel, demoShop);
  };
  return async (id, condition) => {
    let isOver = false;
    const looking = (async () => {
      for (; !isOver; await pause(50)) await runDue();
    })();
    try {
      return await world.orderUntil(id, condition);
    } finally {
      isOver = true;
      await looking;
    }
  };
}
