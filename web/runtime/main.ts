import { flushCompileCache } from 'node:module';
import { startApp } from './app-process.ts';
import { type Config, configOf } from './config.ts';
import { readEnv } from './env.ts';
import { sayFailure } from './failure-words.ts';
import { codeOf, createLogger, logWarnings } from './logger.ts';
import { warningsOf } from './warnings.ts';

/** A process is given this long to finish what it has begun. */
const drainMs = 10_000;

const config = readConfig();
const logger = createLogger(config.logLevel);
logWarnings(logger);
// What nobody has handled leaves the process in a state that nobody knows; all that matters is in the database.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => {
    logger.error('the process ends: a failure that nobody handled', { code: codeOf(error) });
    process.exit(1);
  });
}
for (const { code, message } of warningsOf(config)) logger.warn(message, { code });
const app = await startApp(config).catch((error: unknown) => giveUp(sayFailure(error)));
let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), drainMs).unref();
  void app.stop(drainMs - 1_000).then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// A disk that is full takes no line: the app serves all the same.
process.stdout.on('error', () => undefined);
process.stdout.write(`ready ${app.url ?? 'worker'}\n`);
// A process that is killed writes nothing at its end: the next one's start would be slow again.
flushCompileCache();

function readConfig(): Config {
  const read = readEnv(process.env);
  if (!read.ok) return giveUp(read.problems.join('\n  - '));
  try {
    return configOf(read.env);
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : 'the configuration cannot be read');
  }
}

function giveUp(problems: string): never {
  process.stderr.write(`The app cannot start:\n  - ${problems}\n`);
  process.exit(1);
}
