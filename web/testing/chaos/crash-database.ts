import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, queryServer } from '#testing/postgres-server.ts';

const restartLimitMs = 30_000;

/** SIGKILL for the postmaster and every process of its server, and the server started again on what they left. */
export async function crashDatabase(server: PostgresServer): Promise<void> {
  const processes = await processesOf(server.url);
  await server.kill('SIGKILL');
  for (const pid of processes) kill(pid);
  // A connection of the last moment may hold the shared memory for a little while.
  for (const until = Date.now() + restartLimitMs; ; await pause(50)) {
    try {
      return await server.restart();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** Process ids of connections and of the server's own workers, without the postmaster. */
async function processesOf(url: string): Promise<number[]> {
  const others = 'select pid from pg_stat_activity where pid <> pg_backend_pid()';
  return (await queryServer<{ pid: number }>(url, others)).map(({ pid }) => pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has noticed by itself that the postmaster is gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
