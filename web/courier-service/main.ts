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
  // A name with several addresses fails with one error for each, and no words of its own.
  const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const why = failures.map((one) => (one instanceof Error ? one.message : 'unknown')).join('; ');
  process.stderr.write(`The delivery service could not start: ${why}\n`);
  process.exit(1);
}
