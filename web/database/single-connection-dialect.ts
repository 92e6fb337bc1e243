import type { PGlite } from '@electric-sql/pglite';
import { type DatabaseConnection, type Driver, PGliteDialect } from 'kysely';

const MAX_WAIT_MS = 30_000;

/**
 * Kysely's PGlite dialect hands its one connection to everybody at once: a statement issued during somebody else's
 * transaction would run inside it, and of two transactions one would never end. Here each waits for its turn.
 */
export class SingleConnectionDialect extends PGliteDialect {
  constructor(pglite: PGlite) {
    super({ pglite });
  }

  override createDriver(): Driver {
    return takeTurns(super.createDriver());
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
        reject(new Error('The embedded database was busy for 30 s. A statement inside a transaction must use it.'));
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
