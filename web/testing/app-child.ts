import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { type Program, startProgram } from './program.ts';

const main = fileURLToPath(new URL('../runtime/main.ts', import.meta.url));

/**
 * A process of the app as an operator starts it, with these variables and none of ours. Resolves when it is ready.
 *
 * @throws Error with what it said, where it ends before that.
 */
export function startAppChild(env: Record<string, string>): Promise<Program> {
  return startProgram(main, { ...childEnvironment(), ...env });
}
