import { chmod, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { inspect } from './inspect.ts';
import { tasks } from './tasks.ts';

/** Raised where what a task is given or answers changes: a running app may be of another version than the command. */
const form = 4;
/** How a command names its task to a running app. */
export const taskPath = (name: string): string => `/${form}/${name}`;
export const otherVersion =
  'The running app is of another version than this command. Start it again with this one, then run this again.';

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
  const named: Record<string, (given: unknown) => Promise<unknown>> = { inspect: () => inspect(context) };
  for (const [name, task] of Object.entries(tasks)) named[name] = (given) => task(context.storage, given);
  const byPath = new Map(Object.entries(named).map(([name, task]) => [taskPath(name), task]));
  return (request, response) => {
    const end = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const task = request.method === 'POST' ? byPath.get(request.url ?? '') : undefined;
    if (!task) {
      end(404, { problem: otherVersion });
      return;
    }
    json(request)
      .then(task)
      .then(
        (result) => end(200, result),
        (error: unknown) => {
          context.logger.error("an operator's command failed", { code: codeOf(error) });
          // Who may open this socket may read the data itself: here, and only here, an error may say what it says.
          end(500, { problem: error instanceof Error ? error.message : 'unknown failure' });
        },
      );
  };
}
