import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgresServer } from './postgres-server.ts';

const MODULE = fileURLToPath(new URL('./postgres-server.ts', import.meta.url));

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

test('the server of the npm package serves, copies a template, and outlives a crash', async () => {
  const server = await startPostgresServer({ fromPackage: true });
  onTestFinished(() => server.stop());
  const template = await server.createDatabase();
  await ask(template, 'create table thing as select 7 as id');
  const copy = await server.createDatabase(new URL(template).pathname.slice(1));
  expect(await ask(copy, 'select id from thing')).toEqual([{ id: 7 }]);
  await server.kill('SIGKILL');
  await expect(ask(copy, 'select 1')).rejects.toThrow();
  await server.restart();
  expect(await ask(copy, 'select id from thing')).toEqual([{ id: 7 }]);
});

test('a durable server syncs, as benchmarks need', async () => {
  const server = await startPostgresServer({ durable: true });
  onTestFinished(() => server.stop());
  expect(await ask(server.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
});

test('a server goes away with the process that started it, even when that was killed', async () => {
  const script = `const { startPostgresServer } = await import(${JSON.stringify(MODULE)});
    process.stdout.write((await startPostgresServer()).url);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const [shown] = (await ask(url.toString(), 'show data_directory')) as [{ data_directory: string }];
  // Other tests start servers of their own meanwhile.
  const folder = dirname(shown.data_directory);
  expect(basename(folder)).toMatch(/^same-day-postgres-/);
  child.kill('SIGKILL');
  await once(child, 'close');
  await vi.waitFor(() => expect(ask(url.toString(), 'select 1')).rejects.toThrow(), { timeout: 30_000, interval: 50 });
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 30_000, interval: 50 });
});
