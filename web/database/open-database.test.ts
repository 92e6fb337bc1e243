import { type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

interface Schema {
  thing: { id: Generated<string>; name: string };
}

const migrations: Record<string, Migration> = {
  '0001_thing': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table thing (id bigint generated always as identity primary key, name text not null unique)`.execute(
        db,
      );
    },
  },
};

const engines = [
  { engine: 'pglite' as const, where: async () => ({ dataDir: 'memory://' }) },
  { engine: 'server' as const, where: async () => ({ url: await freshServerDatabase() }) },
];

describe.each(engines)('a database on $engine', ({ engine, where }) => {
  let database: OpenDatabase<Schema>;

  beforeAll(async () => {
    database = await openDatabase<Schema>({ ...(await where()), migrations });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await sql`truncate thing`.execute(database.db);
  });

  const value = async (expression: ReturnType<typeof sql>): Promise<unknown> =>
    (await sql<{ value: unknown }>`select ${expression} as value`.execute(database.db)).rows[0]?.value;

  test('says which engine it is', () => {
    expect(database.engine).toBe(engine);
    expect(database.pglite !== null).toBe(engine === 'pglite');
  });

  test.each([
    ['int4', sql`7::int4`, 7],
    ['int8 as string', sql`9007199254740993::int8`, '9007199254740993'],
    ['a count as string', sql`count(*)`, '1'],
    ['numeric as string', sql`12.50::numeric`, '12.50'],
    ['float8', sql`0.1::float8`, 0.1],
    ['bool', sql`true`, true],
    ['text', sql`'é 😀'::text`, 'é 😀'],
    ['null', sql`null::text`, null],
    ['timestamptz as Date', sql`'2026-11-21T10:00:00.123+02'::timestamptz`, new Date('2026-11-21T08:00:00.123Z')],
    ['date as string', sql`'2026-11-21'::date`, '2026-11-21'],
    ['timestamp as string', sql`'2026-11-21 10:00:00'::timestamp`, '2026-11-21 10:00:00'],
    ['interval as string', sql`'90 seconds'::interval`, '00:01:30'],
    ['jsonb parsed', sql`'{"a":[1,null,"x"]}'::jsonb`, { a: [1, null, 'x'] }],
    ['a jsonb string', sql`'"x"'::jsonb`, 'x'],
    ['bytea as Buffer', sql`'\\x00ff10'::bytea`, Buffer.from([0, 255, 16])],
    ['uuid', sql`'7f0c8f2e-6a83-4c7e-9d0b-0c1f5a7a1a11'::uuid`, '7f0c8f2e-6a83-4c7e-9d0b-0c1f5a7a1a11'],
    ['text[]', sql`array['a', 'b "c"']::text[]`, ['a', 'b "c"']],
    ['int8[] as strings', sql`array[1, 2]::int8[]`, ['1', '2']],
  ])('reads %s', async (_name, expression, expected) => {
    expect(await value(expression)).toStrictEqual(expected);
  });

  test.each([
    ['int8', sql`${'9007199254740993'}::int8`, '9007199254740993'],
    ['int8 of a bigint', sql`${9007199254740993n}::int8`, '9007199254740993'],
    ['numeric of a number', sql`${12.5}::numeric`, '12.5'],
    ['bool', sql`${false}::bool`, false],
    ['timestamptz', sql`${new Date('2026-11-21T08:00:00.123Z')}::timestamptz`, new Date('2026-11-21T08:00:00.123Z')],
    ['jsonb of an object', sql`${{ a: ["'", '\\', { b: 1 }] }}::jsonb`, { a: ["'", '\\', { b: 1 }] }],
    ['jsonb of a JSON text', sql`${JSON.stringify([1, 2])}::jsonb`, [1, 2]],
    ['bytea of a Buffer', sql`${Buffer.from([0, 255, 16])}::bytea`, Buffer.from([0, 255, 16])],
    ['bytea of a Uint8Array', sql`${new Uint8Array([1, 2])}::bytea`, Buffer.from([1, 2])],
    ['text[]', sql`${['a', 'b "c"', null]}::text[]`, ['a', 'b "c"', null]],
    ['null', sql`${null}::timestamptz`, null],
  ])('writes %s', async (_name, expression, expected) => {
    expect(await value(expression)).toStrictEqual(expected);
  });

  test('refuses a bare array for jsonb', async () => {
    await expect(value(sql`${[{ a: 1 }]}::jsonb`)).rejects.toThrow();
  });

  test('names the constraint that a row breaks', async () => {
    const insert = () => database.db.insertInto('thing').values({ name: 'one' }).execute();
    await insert();
    await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'thing_name_key' });
  });

  test('counts the rows a statement changed', async () => {
    await database.db
      .insertInto('thing')
      .values([{ name: 'one' }, { name: 'two' }])
      .execute();
    const result = await database.db.updateTable('thing').set({ name: sql`name || '!'` }).executeTakeFirst();
    expect(result.numUpdatedRows).toBe(2n);
  });

  test('keeps all of a transaction or nothing, whatever else is going on', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 3
          ? database.db
              .insertInto('thing')
              .values({ name: `alone ${index}` })
              .execute()
          : database.db.transaction().execute(async (trx) => {
              await trx
                .insertInto('thing')
                .values({ name: `first ${index}` })
                .execute();
              await trx
                .insertInto('thing')
                .values({ name: `second ${index}` })
                .execute();
              if (index % 4 === 1) {
                throw new Error('rolled back');
              }
            }),
      ),
    );
    const names = (await database.db.selectFrom('thing').select('name').execute()).map((row) => row.name);
    const kept = (index: number) => {
      const both = [`first ${index}`, `second ${index}`];
      return [both, [], both, [`alone ${index}`]][index % 4];
    };
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(names.toSorted()).toEqual(
      Array.from({ length: 40 }, (_, index) => kept(index))
        .flat()
        .toSorted(),
    );
  });

  test('serves the next one after a transaction that failed', async () => {
    await expect(
      database.db.transaction().execute(async (trx) => {
        await sql`select 1 / 0`.execute(trx);
      }),
    ).rejects.toMatchObject({ code: '22012' });
    expect(await value(sql`1::int4`)).toBe(1);
  });

  test('tells a listener of a notice, until it stops listening', async () => {
    const heard: string[] = [];
    const stop = await database.listen('thing_changed', (payload) => heard.push(payload));
    await database.notify('thing_changed', 'first');
    await vi.waitFor(() => expect(heard).toEqual(['first']), 30_000);
    await stop();
    const after: string[] = [];
    const stopSecond = await database.listen('thing_changed', (payload) => after.push(payload));
    await database.notify('thing_changed', 'second');
    await vi.waitFor(() => expect(after).toEqual(['second']), 30_000);
    expect(heard).toEqual(['first']);
    await stopSecond();
  });

  test('tells a listener of a notice only when its transaction commits', async () => {
    const heard: string[] = [];
    const stop = await database.listen('thing_committed', (payload) => heard.push(payload));
    await database.db.transaction().execute(async (trx) => {
      await sql`select pg_notify('thing_committed', 'in transaction')`.execute(trx);
      expect(heard).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toEqual(['in transaction']), 30_000);
    await stop();
  });

  test.each(['Thing', 'a;b', '"a"', ''])('takes no channel named %j', async (channel) => {
    await expect(database.notify(channel)).rejects.toThrow('channel');
    await expect(database.listen(channel, () => undefined)).rejects.toThrow('channel');
  });

  test('answers a ping', async () => {
    await expect(database.ping()).resolves.toBeUndefined();
  });

  test('closes as often as asked, and then answers nothing', async () => {
    const second = await openDatabase<Schema>({ ...(await where()), migrations });
    await Promise.all([second.close(), second.close()]);
    await second.close();
    await expect(second.ping()).rejects.toThrow();
  });

  test('reports the migration that failed and leaves nothing of it', async () => {
    const target = await where();
    const broken: Record<string, Migration> = {
      ...migrations,
      '0002_broken': {
        up: async (db: Kysely<unknown>) => {
          await sql`create table half (id int)`.execute(db);
          await sql`create table half (id int)`.execute(db);
        },
      },
    };
    await expect(openDatabase({ ...target, migrations: broken })).rejects.toMatchObject({ code: '42P07' });
    const mended = await openDatabase<Schema>({ ...target, migrations });
    const { rows } = await sql`select to_regclass('half') as half`.execute(mended.db);
    expect(rows).toEqual([{ half: null }]);
    await mended.close();
  });
});

test('a version starts on tables that a newer one has added to, so that one can go back', async () => {
  const target = { url: await freshServerDatabase() };
  const more: Migration = {
    up: async (db: Kysely<unknown>) => {
      await sql`alter table thing add column more text`.execute(db);
    },
  };
  const newer = await openDatabase<Schema>({ ...target, migrations: { ...migrations, '0002_more': more } });
  await newer.close();
  const older = await openDatabase<Schema>({ ...target, migrations });
  onTestFinished(() => older.close());
  await older.db.insertInto('thing').values({ name: 'kept' }).execute();
  expect(await older.db.selectFrom('thing').select('name').execute()).toEqual([{ name: 'kept' }]);
});
