import type pg from 'pg';

/** How long a connection may wait for what; 0 is without end. */
export interface Waits {
  statementMs: number;
  lockMs: number;
  idleInTransactionMs: number;
}

/** Sets the limits of a new connection. As start-up parameters PgBouncer and several managed pools would refuse them. */
export function endWaits({ statementMs, lockMs, idleInTransactionMs }: Waits) {
  const values = [statementMs, lockMs, idleInTransactionMs].map(String);
  return async (client: pg.ClientBase): Promise<void> => {
    await client.query(
      `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $3, false)`,
      values,
    );
  };
}
