import { chmod, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { inspect } from './inspect.ts';
import { tasks } from './tasks.ts';

/** Where a process that holds an embedded database hears the operator's commands: a file that only its user may open. */
export const socketPath = (dataDir: string): string => join(dataDir, 'operator.sock');

/** Answers the operator's commands for the embedded database, which no second process can open; null on a server. */
export async function listenForOperator(context: Context): Promise<{ close(): Promise<void> } | null> {
  const { database } = context.config;
  if (database.url !== undefined || database.dataDir === 'memory://') return null;
  const path = socketPath(database.dataDir);
  await rm(path, { force: true });
  const server = createServer(answer(context));
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    await chmod(path, 0o600);
  } catch (error) {
    // A path may be too long for a socket. The app serves its shops all the same.
    context.logger.warn("the operator's commands are not heard while the app runs", { code: codeOf(error) });
    return null;
  }
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(context: Context): RequestListener {
  const named: Record<string, () => Promise<unknown>> = { inspect: () => inspect(context) };
  for (const [name, task] of Object.entries(tasks)) named[name] = () => task(context.storage);
  return (request, response) => {
    const task = request.method === 'POST' ? named[(request.url ?? '').slice(1)] : undefined;
    if (!task) {
      response.writeHead(404).end();
      return;
    }
    task().then(
      (result) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result)),
      (error: unknown) => {
        context.logger.error("an operator's command failed", { code: codeOf(error) });
        response.writeHead(500).end();
      },
    );
  };
}
