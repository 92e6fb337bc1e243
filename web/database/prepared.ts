import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { withCode } from './lost-connection.ts';

/** Statements that one process keeps prepared on each connection. */
const mostNames = 400;
/** A text that comes this often is worth a name: lists of many lengths are not. */
const usesBeforeName = 3;
/** A table changed under a prepared statement, as where a newer version adds to it: refused before anything is done. */
const outgrown = '0A000';
/**
 * The connection is of no more use: a table changed under a prepared statement, the server has forgotten it, a pooler gave
 * a backend where it is known, or another server took over from this one, which a busy pool would go on asking.
 */
const staleCodes = [outgrown, '26000', '42P05', '25006'];

/** A pool whose connections prepare what is asked often: the server then parses and plans it once, not every time. */
export function preparing(pool: pg.Pool): PostgresPool {
  const nameOf = createNames();
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: {},
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw withCode(error);
      });
      const wrapper = wrappers.get(client) ?? prepared(client, nameOf);
      wrappers.set(client, wrapper);
      return wrapper;
    },
  };
}

/** One statement without values that is worth preparing: not `begin`, and not several at once, which cannot be. */
const isLongStatement = (text: string): boolean => text.length > 200 && !text.includes(';');

function createNames(): (text: string) => string | undefined {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= mostNames) return name;
    const uses = (seen.get(text) ?? 0) + 1;
    if (uses < usesBeforeName) {
      // What is asked once each never fills the memory.
      if (seen.size > 10 * mostNames) seen.clear();
      seen.set(text, uses);
      return undefined;
    }
    seen.delete(text);
    const given = nameByContent(text);
    names.set(text, given);
    return given;
  };
}

/** The same in every process: a pooler may give one the backend on which another prepared its own. */
const nameByContent = (text: string): string => `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

function prepared(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let isStale = false;
  /** An answer that did not come may still come: what follows, a rollback too, would wait behind it. */
  let silence: unknown = null;
  const ask = async (asked: pg.QueryConfig): Promise<unknown> => {
    try {
      return await client.query(asked);
    } catch (error) {
      const coded = withCode(error) as { code?: string };
      if (coded.code === 'ETIMEDOUT') silence = coded;
      isStale ||= silence !== null || staleCodes.includes(coded.code ?? '');
      throw coded;
    }
  };
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (silence !== null) throw silence;
    const name = values.length > 0 || isLongStatement(text) ? nameOf(text) : undefined;
    // Within a transaction the refusal has ended it.
    const mayAskAgain = name !== undefined && client.getTransactionStatus() === 'I';
    try {
      return await ask({ ...(name === undefined ? {} : { name }), text, values: [...values] });
    } catch (error) {
      if (!mayAskAgain || (error as { code?: string }).code !== outgrown) throw error;
      return ask({ text, values: [...values] });
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isStale),
  };
}
