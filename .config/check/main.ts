/**
 * `npm run check`: every gate, then every test. One line per gate; what a gate finds is printed under it. The last line
 * is that of `npm test`, where a gate that found something counts as one failure.
 */
import { closingLine } from '../tests/closing-line.ts';
import { runTests } from '../tests/run-tests.ts';
import type { Findings, Step } from './step.ts';
import { steps } from './steps.ts';

const AT_ONCE = 2;

const waiting = [...steps];
const failedSteps: string[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, work));
const { passed, failed } = await runTests(process.argv.slice(2));

if (failedSteps.length > 0) {
  process.stdout.write(`\nGates that found something: ${failedSteps.join(', ')}\n`);
}
const allFailed = failed + failedSteps.length;
process.stdout.write(`\n${closingLine(passed, allFailed)}\n`);
process.exitCode = allFailed > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const startedAt = performance.now();
    const findings = await findingsOf(step);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`${findings.length === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`);
    if (findings.length > 0) {
      failedSteps.push(step.name);
      process.stdout.write(`${findings.join('\n')}\n\n`);
    }
  }
}

/** A gate that breaks has not passed. */
async function findingsOf(step: Step): Promise<Findings> {
  try {
    return await step.run();
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}
