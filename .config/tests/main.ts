/** `npm test`: every test; the last line of stdout is `N passed, N failed`. Arguments go to vitest: `npm test -- web/placement`. */
import { closingLine } from './closing-line.ts';
import { runTests } from './run-tests.ts';

const { passed, failed } = await runTests(process.argv.slice(2));
process.stdout.write(`\n${closingLine(passed, failed)}\n`);
process.exitCode = failed > 0 ? 1 : 0;
