import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { redactShop } from './redact.ts';
import { openTestStorage } from './testing/engines.ts';

test('security 12: shop/redact erases a shop from every table that has a column for it', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const { db } = storage;
  const shop = 'gone.myshopify.com' as ShopDomain;
  await db.insertInto('shop').values({ shop }).execute();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'shop'`.execute(db);
  await sql`create table erased (name text)`.execute(db);
  await sql`create function note_erased() returns trigger language plpgsql as
    $$ begin insert into erased values (tg_table_name); return null; end $$`.execute(db);
  for (const { name } of tables) {
    await sql`create trigger erased before delete on ${sql.table(name)}
      for each statement execute function note_erased()`.execute(db);
  }
  await redactShop(storage, shop);
  const { rows } = await sql<{ name: string }>`select name from erased`.execute(db);
  const erased = new Set(rows.map(({ name }) => name));
  expect(tables.map(({ name }) => name).filter((name) => !erased.has(name))).toEqual([]);
  expect(tables.length).toBeGreaterThan(15);
});
