import { codeOf } from './logger.ts';

const notOpened = 'The database cannot be opened';
const known: Record<string, { what: string; todo: string }> = {
  ECONNREFUSED: { what: notOpened, todo: 'Start the database server, or name its host and port in DATABASE_URL.' },
  ENOTFOUND: { what: notOpened, todo: 'The host in DATABASE_URL has no address: check its name.' },
  ETIMEDOUT: {
    what: notOpened,
    todo: 'Nothing answers there: see whether the server runs, and whether a firewall lets this machine through.',
  },
  '28P01': { what: notOpened, todo: 'The password in DATABASE_URL is wrong.' },
  '28000': { what: notOpened, todo: 'The server does not let this role in: check DATABASE_URL and pg_hba.conf.' },
  '3D000': { what: notOpened, todo: 'Create the database that DATABASE_URL names.' },
  '42501': { what: notOpened, todo: 'Grant the role the rights on the tables of the app.' },
  '53300': { what: notOpened, todo: 'Raise max_connections of the server, or lower WORKER_CONCURRENCY.' },
  EADDRINUSE: {
    what: 'The port is taken',
    todo: 'End the process that has it, or choose another PORT (METRICS_PORT for the metrics).',
  },
};

/** What a failure says, and what to do about it where its code tells; for the operator, never for a log. */
export function failureWords(error: unknown): { what: string; todo: string | null } {
  // A name with several addresses fails with one error for each, and no words of its own.
  const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const message = failures.map((one) => (one instanceof Error ? one.message : 'unknown failure')).join('; ');
  const code = codeOf(error);
  const words = known[code];
  return words ? { what: `${words.what} (${code}): ${message}`, todo: words.todo } : { what: message, todo: null };
}

/** The same in one line. */
export function sayFailure(error: unknown): string {
  const { what, todo } = failureWords(error);
  return todo === null ? what : `${what}. ${todo}`;
}
