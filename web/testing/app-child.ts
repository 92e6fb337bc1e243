import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';

const main = fileURLToPath(new URL('../runtime/main.ts', import.meta.url));

export interface AppChild {
  /** Ends it; all that it logged. */
  end(signal: NodeJS.Signals): Promise<string>;
}

/**
 * A process of the app as an operator starts it, with these variables and none of ours. Resolves when it is ready.
 *
 * @throws Error with what it said, where it ends before that.
 */
export async function startAppChild(env: Record<string, string>): Promise<AppChild> {
  const child = spawn(process.execPath, [main], {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const log = text(child.stderr);
  let isReady = false;
  for await (const line of createInterface({ input: child.stdout })) {
    isReady = line.startsWith('ready ');
    if (isReady) break;
  }
  if (!isReady) throw new Error(`the app ended before it was ready: ${await log}`);
  return {
    end: async (signal) => {
      child.kill(signal);
      await exited;
      return log;
    },
  };
}
