import type { PGlite } from '@electric-sql/pglite';
import { type DatabaseConnection, type Driver, PGliteAdapter, PGliteDialect } from 'kysely';

const MAX_WAIT_MS = 30_000;

/**
 * A statement issued during somebody else's transaction waits until it has ended, and so does a second transaction. Where
 * Kysely lets them wait they wait without end, as a statement would that a transaction itself waits for: not here.
 */
export class SingleConnectionDialect extends PGliteDialect {
  constructor(pglite: PGlite) {
    super({ pglite });
  }

  override createDriver(): Driver {
    return takeTurns(super.createDriver());
  }

  override createAdapter(): PGliteAdapter {
    return new WaitsInDriver();
  }
}

/** What Kysely would let wait by itself. */
class WaitsInDriver extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function takeTurns(driver: Driver): Driver {
  const waiting: (() => void)[] = [];
  let taken = false;

  async function waitForTurn(): Promise<void> {
    if (!taken) {
      taken = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      const index = waiting.indexOf(resolve);
      if (index >= 0) {
        waiting.splice(index, 1);
        const busy = 'The embedded database was busy for 30 s. A statement inside a transaction must use it.';
        // By it a reader knows that the database is at fault, and nothing that the statement carries.
        reject(Object.assign(new Error(busy), { code: 'ETIMEDOUT' }));
      }
    }, MAX_WAIT_MS);
    timer.unref();
    await promise.finally(() => clearTimeout(timer));
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => {
      await waitForTurn();
      return driver.acquireConnection(options);
    },
    releaseConnection: async (connection: DatabaseConnection, options) => {
      await driver.releaseConnection(connection, options);
      const next = waiting.shift();
      if (next) {
        next();
      } else {
        taken = false;
      }
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    savepoint: async (...args) => driver.savepoint?.(...args),
    rollbackToSavepoint: async (...args) => driver.rollbackToSavepoint?.(...args),
    releaseSavepoint: async (...args) => driver.releaseSavepoint?.(...args),
    destroy: (options) => driver.destroy(options),
  };
}
