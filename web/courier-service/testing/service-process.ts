import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#testing/child-environment.ts';
import { type Program, runProgram, startProgram } from '#testing/program.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The service as a process of its own, as `npm run courier` starts it; waits for its `ready` line. */
export function startServiceProcess(environment: Record<string, string>): Promise<Program> {
  return startProgram(main, { ...childEnvironment(), ...environment });
}

/** Runs it to its end, as with an environment that it refuses. */
export function runService(environment: Record<string, string>): ReturnType<typeof runProgram> {
  return runProgram(main, { ...childEnvironment(), ...environment });
}
