import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Config } from '#runtime/config.ts';
import { contextOver } from '#runtime/context.ts';
import { type Environment, readStorageEnv } from '#runtime/env.ts';
import { createLogger } from '#runtime/logger.ts';
import { openStorage, type Storage } from '#storage/open-storage.ts';
import { type Facts, inspect } from './inspect.ts';
import { otherVersion, socketPath, taskPath } from './socket.ts';
import { type TaskName, tasks } from './tasks.ts';

type Answer<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
/** What JSON makes of it. */
type Plain<T> = T extends Date ? string : T extends object ? { [key in keyof T]: Plain<T[key]> } : T;

/** What reads or writes all of a table may take so long; the app's own limit is for what somebody waits for. */
const waits = { statementMs: 600_000, answerMs: 610_000 };

/** What keeps a command from its answer, in words for the operator. */
export class OperatorProblem extends Error {}

/**
 * Carries out a task on the installation that the environment names: on its database, or, where the app itself holds
 * the embedded one, in the app.
 *
 * @throws OperatorProblem, or what kept the database from being opened.
 */
export async function ask<Name extends TaskName>(
  env: Environment,
  name: Name,
  given: unknown = null,
): Promise<Plain<Answer<Name>>> {
  return (await askOrDo(env, { name, given }, (storage) => tasks[name](storage, given))) as Plain<Answer<Name>>;
}

/** What `inspect` finds, asked in the same way. */
export async function askFacts(env: Environment, config: Config): Promise<Facts> {
  const look = async (storage: Storage) => {
    const context = contextOver(config, storage, createLogger('silent'));
    return inspect(context).finally(() => context.courier.close());
  };
  const facts = askOrDo(env, { name: 'inspect', given: null }, look, { newerToo: true });
  return (await facts) as Facts;
}

interface Question {
  name: string;
  given: unknown;
}

async function askOrDo(
  env: Environment,
  question: Question,
  work: (storage: Storage) => Promise<unknown>,
  { newerToo = false } = {},
): Promise<unknown> {
  const read = readStorageEnv(env);
  if (!read.ok) throw new OperatorProblem(read.problems.join('\n  - '));
  const { DATABASE_URL: url, DATA_DIR: dataDir = '.data', ENCRYPTION_KEYS: keys } = read.env;
  const { COURIER_TEST_API_KEY: testApiKey = null } = read.env;
  if (url === undefined) {
    if (!existsSync(join(dataDir, 'postgres'))) {
      throw new OperatorProblem(`There is no database in ${dataDir}, and no DATABASE_URL is set.`);
    }
    const answer = await askRunning(socketPath(dataDir), question);
    if (answer !== undefined) return answer;
  }
  const storage = await openStorage({
    ...{ url, dataDir, encryption: { keys }, maxConnections: 2, waits, migrate: false, newerToo, testApiKey },
    onError: () => undefined,
    log: () => undefined,
  });
  try {
    return JSON.parse(JSON.stringify(await work(storage)));
  } finally {
    await storage.close();
  }
}

/** undefined where no app listens. */
function askRunning(path: string, { name, given }: Question): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: path, method: 'POST', path: taskPath(name) }, (response) => {
      const answered = json(response) as Promise<{ problem?: string }>;
      if (response.statusCode === 404) reject(new OperatorProblem(otherVersion));
      else if (response.statusCode === 200) answered.then(resolve, reject);
      else answered.then(({ problem = 'unknown failure' }) => reject(new OperatorProblem(problem)), reject);
    });
    call.once('error', () => resolve(undefined));
    call.end(JSON.stringify(given));
  });
}
