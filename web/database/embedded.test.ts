import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { readOrMakeArchive, templateArchive } from './template-archive.ts';

interface Schema {
  thing: { name: string };
}

const migrations = {
  '0001': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table thing (name text)`.execute(db);
    },
  },
};

const open = (dataDir: string): Promise<OpenDatabase<Schema>> => openDatabase<Schema>({ dataDir, migrations });
const add = (database: OpenDatabase<Schema>, name: string) =>
  database.db.insertInto('thing').values({ name }).execute();
const names = async (database: OpenDatabase<Schema>) =>
  (await database.db.selectFrom('thing').select('name').orderBy('name').execute()).map(({ name }) => name);

/** Another process that opens `dataDir`, writes rows until it is killed, and prints the name of each row it was told is stored. */
function writer(dataDir: string): ChildProcess {
  const module = fileURLToPath(new URL('./open-database.ts', import.meta.url));
  const script = `
    import { sql } from 'kysely';
    const { openDatabase } = await import(${JSON.stringify(module)});
    const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, migrations: { '0001': { up: async () => {} } } });
    for (let n = 10000; ; n += 1) {
      await sql\`insert into thing values (\${String(n)})\`.execute(db);
      process.stdout.write(n + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('what was stored is there after closing and opening again', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  await add(first, 'kept');
  await first.close();
  const second = await open(folder);
  expect(await names(second)).toEqual(['kept']);
  await second.close();
});

test('the log is written through to the disk, and nobody else may read the folder', async () => {
  const folder = join(temporaryFolder(), 'data');
  const database = await open(folder);
  const { rows } =
    await sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method`.execute(
      database.db,
    );
  expect(rows).toEqual([{ fsync: 'on', method: 'open_datasync' }]);
  expect(statSync(folder).mode & 0o077).toBe(0);
  await database.close();
});

test('a second opening of the same folder is refused with a sentence that names the first and the way out', async () => {
  const folder = temporaryFolder();
  const first = await open(folder);
  const problem = `Process ${process.pid} on .* already uses the embedded database in .*DATABASE_URL`;
  await expect(open(folder)).rejects.toThrow(new RegExp(problem));
  await add(first, 'still works');
  await first.close();
  const second = await open(folder);
  expect(await names(second)).toEqual(['still works']);
  await second.close();
});

test('another process is refused while one runs, and loses nothing it was told is stored when it is killed', async () => {
  const folder = temporaryFolder();
  await (await open(folder)).close();
  const child = writer(folder);
  let printed = '';
  const twenty = Promise.withResolvers<void>();
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.split('\n').length > 20) {
      twenty.resolve();
    }
  });
  child.once('exit', () => twenty.reject(new Error('The other process ended by itself.')));
  await twenty.promise;
  await expect(open(folder)).rejects.toThrow(`Process ${child.pid} on`);
  child.kill('SIGKILL');
  await once(child, 'close');
  const after = await open(folder);
  const acknowledged = printed.split('\n').slice(0, -1);
  expect(await names(after)).toEqual(expect.arrayContaining(acknowledged));
  await after.close();
}, 120_000);

test('who waits too long for the one connection hears by a code that the database is away', async () => {
  const database = await open('memory://');
  onTestFinished(() => database.close());
  const held = await database.db.startTransaction().execute();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const refused = expect(names(database)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: expect.stringMatching(/busy/),
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
  await held.rollback().execute();
  expect(await names(database)).toEqual([]);
});

test('a first start that was cut short is simply repeated', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'postgres.unfinished', 'base'), { recursive: true });
  writeFileSync(join(folder, 'postgres.unfinished', 'PG_VERSION'), '');
  const database = await open(folder);
  expect(await names(database)).toEqual([]);
  await database.close();
  expect(readdirSync(folder)).not.toContain('postgres.unfinished');
});

test('several processes that make the template archive at once leave one, and it is whole', async () => {
  const folder = temporaryFolder();
  const [first] = await Promise.all([
    readOrMakeArchive(folder, templateArchive),
    readOrMakeArchive(folder, templateArchive),
  ]);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^pglite-.*-initialised\.tar$/)]);
  const kept = await readOrMakeArchive(folder, () => Promise.reject(new Error('made again')));
  expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).toBe(true);
});

test('a template archive that cannot be kept is used all the same', async () => {
  const made = await readOrMakeArchive('/dev/null/nowhere', templateArchive);
  expect(made.size).toBeGreaterThan(0);
});
