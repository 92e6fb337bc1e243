import { sql } from 'kysely';
import type { LocalWorld } from './local-world.ts';

/** Every statement about the table waits for `end`, as where the database hangs. */
export async function hangTable({ app }: LocalWorld, table: string): Promise<{ end: () => Promise<void> }> {
  const locked = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const hanging = app.context.storage.db.transaction().execute(async (trx) => {
    // However long that takes: the server would end an idle transaction by itself.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    locked.resolve();
    await over.promise;
  });
  await Promise.race([locked.promise, hanging]);
  return {
    end: () => {
      over.resolve();
      return hanging;
    },
  };
}
