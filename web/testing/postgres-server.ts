import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { borrowedClock } from './child-environment.ts';
import { freePort } from './free-port.ts';
import { copyFromPackage, postgresBinaries } from './postgres-binaries.ts';

export interface PostgresServer {
  /** Of a superuser's database. */
  url: string;
  /** Makes an empty database, or a copy of the database `template`, and returns its url. */
  createDatabase(template?: string): Promise<string>;
  /** Signals the postmaster: SIGKILL is a crash, SIGQUIT ends it at once, SIGINT ends all connections first. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data, ending it first where it still runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Sync every commit to the disk, as benchmarks need. Default false. */
  durable?: boolean;
  /** Use the binaries of the npm package even where the machine has its own. */
  fromPackage?: boolean;
}

const START_LIMIT_MS = 30_000;

/**
 * Ends the server and removes its folder when its standard input closes: that is, when `stop` closes it or the process
 * that started the server is gone, however it went.
 */
const KEEPER = `cat >/dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" 2>/dev/null || break; sleep 0.2; done
  kill -KILL "$pid" 2>/dev/null
fi
rm -rf "$1"`;

/**
 * Starts a PostgreSQL server of its own on a free loopback port in a temporary folder, as another user where this one
 * is root. It ends with this process at the latest. With TEST_DATABASE_URL set it uses that server instead.
 */
export async function startPostgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  return given ? givenServer(given) : startOwnServer(options);
}

async function startOwnServer({
  durable = false,
  fromPackage = false,
}: PostgresServerOptions): Promise<PostgresServer> {
  const owner = serverUser();
  const folder = mkdtempSync(join(reachableTemp(owner !== undefined), 'same-day-postgres-'));
  chmodSync(folder, 0o755);
  if (owner) {
    chownSync(folder, owner.uid, owner.gid);
  }
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  keeper.unref();
  (keeper.stdin as unknown as { unref(): void }).unref();
  const data = join(folder, 'data');
  const binaries = fromPackage ? copyFromPackage(folder) : postgresBinaries(folder);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let postmaster: ChildProcess | undefined;

  async function start(): Promise<void> {
    // What a killed postmaster leaves behind ends by itself within seconds; until then none may take its place.
    for (const deadline = Date.now() + START_LIMIT_MS; ; await pause(100)) {
      try {
        return await startOnce();
      } catch (error) {
        if (!/pre-existing shared memory block/.test(String(error)) || Date.now() > deadline) throw error;
      }
    }
  }
  async function startOnce(): Promise<void> {
    postmaster = spawn(join(binaries, 'postgres'), serverArguments(data, port, durable), {
      ...owner,
      cwd: folder,
      env: { LC_ALL: 'C', ...borrowedClock },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(url, postmaster);
  }
  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (postmaster && postmaster.exitCode === null && postmaster.signalCode === null) {
      const ended = once(postmaster, 'exit');
      postmaster.kill(signal);
      await ended;
    }
  }
  async function stop(): Promise<void> {
    await kill('SIGQUIT');
    if (keeper.exitCode === null) {
      const ended = once(keeper, 'exit');
      keeper.ref();
      keeper.stdin?.end();
      await ended;
    }
  }

  try {
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      {
        ...owner,
        cwd: folder,
        env: { LC_ALL: 'C', ...borrowedClock },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const restart = async () => {
    await kill('SIGINT');
    await start();
  };
  const strategy = durable ? '' : await quickStrategy(url);
  return { url, createDatabase: (template) => createDatabase(url, template, strategy), kill, restart, stop };
}

async function givenServer(url: string): Promise<PostgresServer> {
  const made: string[] = [];
  const notOurs = () => {
    throw new Error('TEST_DATABASE_URL names a server that the tests may not end. Unset it to run this test.');
  };
  return {
    url,
    createDatabase: async (template) => {
      const database = await createDatabase(url, template);
      made.push(new URL(database).pathname.slice(1));
      return database;
    },
    kill: async () => notOurs(),
    restart: async () => notOurs(),
    stop: async () => {
      for (const name of made.splice(0)) {
        await queryServer(url, `drop database if exists "${name}" with (force)`);
      }
    },
  };
}

/** Copies files, where it can: without syncing that takes two thirds of the processor time of logging what is in them. */
async function quickStrategy(url: string): Promise<string> {
  const [row] = await queryServer(url, 'show server_version_num');
  return Number(row?.['server_version_num']) >= 150_000 ? ' strategy file_copy' : '';
}

async function createDatabase(url: string, template?: string, strategy = ''): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryServer(url, `create database "${name}"${template ? ` template "${template}"` : ''}${strategy}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** The rows that a statement gives on a connection of its own. */
export async function queryServer<T = Record<string, unknown>>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(statement);
    return rows as T[];
  } finally {
    await client.end();
  }
}

function serverArguments(data: string, port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    timezone: 'UTC',
    // With hundreds of databases its vacuum would start several times a second.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function untilReady(url: string, postmaster: ChildProcess): Promise<void> {
  let said = '';
  postmaster.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  for (const deadline = Date.now() + START_LIMIT_MS; ; ) {
    if (postmaster.exitCode !== null) {
      throw new Error(`PostgreSQL did not start:\n${said}`);
    }
    try {
      await queryServer(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        throw new Error(`PostgreSQL did not answer:\n${said}`, { cause: error });
      }
      await pause(50);
    }
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: userNumber('-u', name), gid: userNumber('-g', name) };
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error('Tests run as root need a user "postgres" or "nobody" to run PostgreSQL as.');
}

function userNumber(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

/** A temporary folder that the other user, where there is one, can walk into. */
function reachableTemp(otherUser: boolean): string {
  const reachable = (folder: string): boolean =>
    (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || reachable(dirname(folder)));
  return [tmpdir(), '/var/tmp'].find((folder) => !otherUser || reachable(folder)) ?? '/tmp';
}
