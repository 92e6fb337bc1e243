import { startMetricsServer } from '#backend/metrics-server.ts';
import { createBackend } from '#backend/server.ts';
import { listenForOperator } from '#operator/socket.ts';
import { startHeartbeat } from '#worker/heartbeat.ts';
import { startWorker } from '#worker/worker.ts';
import type { Config } from './config.ts';
import { type Context, createContext } from './context.ts';

/** A running process of the app: one role, or both. */
export interface AppProcess {
  /** null for a worker. */
  url: string | null;
  context: Context;
  /** Ends within `graceMs`: requests under way are answered, work begun is finished or left to another process. */
  stop(graceMs: number): Promise<void>;
}

/** Starts what the role asks for; resolves when requests are accepted and work is taken. */
export async function startApp(config: Config): Promise<AppProcess> {
  const context = await createContext(config);
  const backend = config.role === 'worker' ? null : createBackend(context);
  const metrics = await startMetricsServer(context);
  const operator = await listenForOperator(context);
  const address = await backend?.listen();
  // Last: a process whose ports are taken ends, and would leave orders that it had begun.
  const heartbeat = await startHeartbeat(context);
  const worker = config.role === 'web' ? null : await startWorker(context);
  return {
    url: address?.url ?? null,
    context,
    stop: async (graceMs) => {
      // At once: while answers are still being sent, no order is to be taken up that the process may not finish.
      await Promise.all([backend?.close(), worker?.stop(graceMs)]);
      await operator?.close();
      await heartbeat.stop();
      await metrics?.close();
      await context.close();
    },
  };
}
