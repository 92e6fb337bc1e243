/**
 * `npm run conformance -- --url <base url> --key <key> [--profile <file>] [--json]`: does that service keep
 * the interface? Each run places some dozens of deliveries under references of its own: use a test key.
 */
import { parseArgs } from 'node:util';
import { loadProfile } from '#courier-client/profile.ts';
import { runChecks } from './check.ts';
import { suite } from './suite.ts';

const USAGE = 'usage: npm run conformance -- --url <base url> --key <key> [--profile <file>] [--json]\n';

const options = readOptions();
if (!options) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const loaded = loadProfile(options.profile);
if (!loaded.ok) {
  process.stderr.write(`The profile cannot be used: ${loaded.problems.join('; ')}.\n`);
  process.exit(2);
}
if (!(await answers(options.connection.baseUrl))) {
  process.stderr.write(`Nothing answers at ${options.connection.baseUrl}: start the service, or check the address.\n`);
  process.exit(2);
}
const verdicts = await runChecks({ ...options.connection, profile: loaded.profile }, suite);
for (const { name, beyond, passed, problem } of verdicts) {
  const failing = beyond ? 'absent ' : 'FAILED ';
  process.stdout.write(`${passed ? 'ok     ' : failing} ${name}${problem === null ? '' : `\n          ${problem}`}\n`);
}
const count = (isBeyond: boolean, isKept: boolean) =>
  verdicts.filter(({ beyond, passed }) => beyond === isBeyond && passed === isKept).length;
const [kept, broken] = [count(false, true), count(false, false)];
const beyond = { kept: count(true, true), notOffered: count(true, false) };
process.stdout.write(`beyond the interface: ${beyond.kept} kept, ${beyond.notOffered} not offered\n`);
process.stdout.write(`${kept} kept, ${broken} broken\n`);
if (options.json) process.stdout.write(`${JSON.stringify({ kept, broken, beyond, checks: verdicts })}\n`);
process.exitCode = broken > 0 ? 1 : 0;

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
      options: {
        ...{ url: { type: 'string' }, key: { type: 'string' }, profile: { type: 'string' } },
        json: { type: 'boolean', default: false },
      },
    });
    const { url, key, profile, json } = values;
    return url && key && URL.canParse(url) ? { connection: { baseUrl: url, key }, profile, json } : null;
  } catch {
    return null;
  }
}
