import type { Connection } from './connection.ts';

/** One sentence of the contract and how it is tried. `run` throws where it does not hold. */
export interface Check {
  name: string;
  /** The interface does not show it: services may differ, and none is broken for that. */
  beyond?: true;
  run(connection: Connection): Promise<void>;
}

export interface Verdict {
  name: string;
  beyond: boolean;
  passed: boolean;
  problem: string | null;
}

/** Tries one check after the other; a service that fails one may pass the next. */
export async function runChecks(connection: Connection, checks: readonly Check[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, beyond = false, run } of checks) {
    try {
      await run(connection);
      verdicts.push({ name, beyond, passed: true, problem: null });
    } catch (error) {
      verdicts.push({ name, beyond, passed: false, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return verdicts;
}
