/** `npm run courier`: the delivery service on its own. Prints one line, `ready <url>`, when it accepts requests. */
import { flushCompileCache } from 'node:module';
import { readEnvironment } from './environment.ts';
import { startCourierService } from './start.ts';

const environment = readEnvironment(process.env);
if (!environment.ok) {
  process.stderr.write(
    `The environment is not valid:\n${environment.problems.map((problem) => `- ${problem}\n`).join('')}`,
  );
  process.exit(1);
}

try {
  const service = await startCourierService({
    ...environment.options,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void service.close().then(() => process.exit(0));
    });
  }
  process.stdout.write(`ready ${service.url}\n`);
  // A process that is killed writes nothing at its end: the next one's start would be slow again.
  flushCompileCache();
} catch (error) {
  process.stderr.write(`The delivery service could not start: ${error instanceof Error ? error.message : 'unknown'}\n`);
  process.exit(1);
}
