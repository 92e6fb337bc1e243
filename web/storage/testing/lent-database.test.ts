import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { lendEmbedded } from './lent-database.ts';

type Lent = Awaited<ReturnType<typeof lendEmbedded>>;

/** What a test does to the one it has, and whether the next one gets the same. */
async function lentAfter(use: (lent: Lent) => Promise<unknown>): Promise<{ isSame: boolean; next: Lent }> {
  const first = await lendEmbedded();
  const processOf = async ({ db }: Lent) =>
    (await sql<{ at: string }>`select pg_postmaster_start_time()::text as at`.execute(db)).rows[0]?.at;
  const before = await processOf(first);
  await use(first);
  await first.close();
  const next = await lendEmbedded();
  onTestFinished(() => next.close());
  return { isSame: (await processOf(next)) === before, next };
}

const shop = { shop: 'a.myshopify.com' };

test('is lent again without rows, with its numbers from the start and as it listened to nothing', async () => {
  const heard: string[] = [];
  const { isSame, next } = await lentAfter(async (lent) => {
    await lent.db.insertInto('shop').values(shop).execute();
    await sql`insert into webhook (shop, webhook_id, topic, state) values (${shop.shop}, '1', 't', 'new')`.execute(
      lent.db,
    );
    await sql`set statement_timeout = 1234`.execute(lent.db);
    await lent.listen('news', (payload) => heard.push(payload));
  });
  expect(isSame).toBe(true);
  expect(await next.db.selectFrom('shop').selectAll().execute()).toEqual([]);
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(next.db);
  expect(rows[0]?.statement_timeout).toBe('0');
  await next.db.insertInto('shop').values(shop).execute();
  const made = await sql<{ id: string }>`
    insert into webhook (shop, webhook_id, topic, state) values (${shop.shop}, '2', 't', 'new') returning id`.execute(
    next.db,
  );
  expect(String(made.rows[0]?.id)).toBe('1');
  const stop = await next.listen('news', () => undefined);
  await next.notify('news', 'x');
  await stop();
  expect(heard).toEqual([]);
});

test.each([
  ['a table more', 'create table more (id int)'],
  ['a column less', 'alter table shop drop column reconnect'],
  ['a column that may be empty', 'alter table webhook alter column topic drop not null'],
  ['a default more', "alter table webhook alter column topic set default 'none'"],
  ['an index more', 'create index more on shop (reconnect)'],
  ['a limit more', 'alter table shop add constraint more check (length(shop) > 3)'],
  ['a function more', 'create function more() returns int language sql as $$ select 1 $$'],
  ['statistics', 'analyze shop'],
  ['a migration more', "insert into schema_migration values ('9999-more', '')"],
])('is not lent again with %s', async (_name, statements) => {
  const { isSame } = await lentAfter(async ({ db, pglite }) => {
    await db.insertInto('shop').values(shop).execute();
    await pglite?.exec(statements);
  });
  expect(isSame).toBe(false);
});

test('refuses what still asks once it was given back', async () => {
  const lent = await lendEmbedded();
  const { pglite } = lent;
  await lent.close();
  expect(() => pglite?.query('select 1')).toThrow('closed');
  await expect(lent.notify('news')).rejects.toThrow('closed');
  await expect(lent.db.selectFrom('shop').selectAll().execute()).rejects.toThrow();
});
