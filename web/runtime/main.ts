import { startApp } from './app-process.ts';
import { type Config, configOf } from './config.ts';
import { readEnv } from './env.ts';

/** A process is given this long to finish what it has begun. */
const drainMs = 10_000;
const embeddedInProduction =
  'Warning: no DATABASE_URL. The embedded database serves one process and one small shop; a power cut may cost its last seconds.\n';

const config = readConfig();
if (config.production && !config.database.url) process.stderr.write(embeddedInProduction);
const app = await startApp(config).catch((error: unknown) =>
  giveUp(error instanceof Error ? error.message : 'unknown failure'),
);
process.stdout.write(`ready ${app.url ?? 'worker'}\n`);

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), drainMs).unref();
  void app.stop(drainMs - 1_000).then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

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
