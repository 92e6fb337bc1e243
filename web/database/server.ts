import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { checkChannel } from './channel.ts';
import { serverTypes } from './column-types.ts';
import { endWaits, type Waits } from './end-waits.ts';
import type { Engine } from './engine.ts';
import { Listener } from './listener.ts';
import { preparing } from './prepared.ts';
import { within } from './within.ts';

export interface ServerWaits extends Waits {
  /** For the answer to a statement; the server itself should have ended it by then. */
  answerMs: number;
}

interface ServerOptions {
  url: string;
  maxConnections: number;
  waits?: Partial<ServerWaits> | undefined;
  log: (line: string) => void;
}

/** A PostgreSQL server through a pool. Every wait has an end: for a connection, a lock, a statement, an idle transaction. */
export function openServer<DB>({ url, maxConnections, waits, log }: ServerOptions): Engine<DB> {
  const limits = { statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 30_000, answerMs: 40_000, ...waits };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types: serverTypes,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'same-day-delivery',
    query_timeout: limits.answerMs,
    onConnect: endWaits(limits),
  });
  // Without listeners a connection that the server ends, idle or between two statements, would end this process.
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const listener = new Listener(url, log);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await listener.close();
    await db.destroy();
    if (!pool.ended) {
      await pool.end();
    }
  };
  return {
    db,
    engine: 'server',
    pglite: null,
    listen: async (channel, onPayload) => listener.listen(checkChannel(channel), onPayload),
    notify: async (channel, payload = '') => {
      await pool.query('select pg_notify($1, $2)', [checkChannel(channel), payload]);
    },
    ping: () => within(3000, pool.query('select 1')),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
