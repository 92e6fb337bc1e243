import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import { migrations } from './migrations.ts';
import { undelivered } from './outbox.ts';
import type { Database } from './statements.ts';
import type { CourierTables } from './tables.ts';

const TOLD = 5_000;

async function openWithNotifications(): Promise<Database> {
  const database = await openDatabase<CourierTables>({
    dataDir: 'memory://',
    migrations,
    migrationTable: 'courier_migration',
  });
  onTestFinished(() => database.close());
  const at = new Date('2026-11-20T12:00:00Z');
  await sql`insert into courier_webhook values ('WH-1', 'a', 'https://one.example', 's', ${at}),
    ('WH-2', 'a', 'https://two.example', 's', ${at})`.execute(database.db);
  await sql`insert into courier_delivery (seq, account, state, area, slot_start, slot_end, distance_m, time_s, request, resolved,
      created_at, updated_at)
    values (1, 'a', 'DELIVERED', 'x', ${at}, ${at}, 1, 1, '{}', '{}', ${at}, ${at})`.execute(database.db);
  await sql`insert into courier_notification (webhook_id, delivery_seq, state, occurred_at, next_attempt_at, delivered_at, failed_at)
    select 'WH-' || 1 + n % 2, 1, 'DELIVERED', ${at}, ${at}, case when n > 4 then ${at}::timestamptz end,
      case when n < 3 then ${at}::timestamptz end
    from generate_series(1, ${sql.lit(TOLD + 4)}) n`.execute(database.db);
  await sql`analyze courier_notification`.execute(database.db);
  return database;
}

test('what could not be delivered is found without reading all that was', async () => {
  const { db } = await openWithNotifications();
  await db.transaction().execute(async (transaction) => {
    const shown = await undelivered({ db: transaction } as unknown as Database, 'WH-1');
    expect(shown.map(({ webhook_message_id: id, status }) => [id, status])).toEqual([
      ['msg_4', 'waiting'],
      ['msg_2', 'failed'],
    ]);
    const { rows } = await sql<{ read: string }>`select seq_tup_read + idx_tup_fetch as read
      from pg_stat_xact_user_tables where relname = 'courier_notification'`.execute(transaction);
    expect(Number(rows[0]?.read)).toBeLessThan(10);
  });
});
