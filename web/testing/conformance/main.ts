/**
 * `npm run conformance -- --url <base url> --key <key> [--json]`: does that service keep the interface? Each run places some
 * dozens of deliveries under references of its own: use a test key.
 */
import { parseArgs } from 'node:util';
import { runChecks } from './check.ts';
import { suite } from './suite.ts';

const USAGE = 'usage: npm run conformance -- --url <base url> --key <key> [--json]\n';

const options = readOptions();
if (!options) {
  process.stderr.write(USAGE);
  process.exit(2);
}
if (!(await answers(options.connection.baseUrl))) {
  process.stderr.write(`Nothing answers at ${options.connection.baseUrl}: start the service, or check the address.\n`);
  process.exit(2);
}
const verdicts = await runChecks(options.connection, suite);
for (const { name, passed, problem } of verdicts) {
  process.stdout.write(
    `${passed ? 'ok     ' : 'FAILED '} ${name}${problem === null ? '' : `\n          ${problem}`}\n`,
  );
}
const failed = verdicts.filter(({ passed }) => !passed).length;
process.stdout.write(`${verdicts.length - failed} kept, ${failed} broken\n`);
if (options.json) {
  process.stdout.write(`${JSON.stringify({ kept: verdicts.length - failed, broken: failed, checks: verdicts })}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;

/** Whether anything does, whatever it says. */
function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(20_000) }).then(
    () => true,
    () => false,
  );
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { url: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const { url, key, json } = values;
    return url && key && URL.canParse(url) ? { connection: { baseUrl: url, key }, json } : null;
  } catch {
    return null;
  }
}
