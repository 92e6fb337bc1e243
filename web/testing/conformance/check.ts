import type { Connection } from './connection.ts';

/** One sentence of the contract and how it is tried. `run` throws where it does not hold. */
export interface Check {
  name: string;
  run(connection: Connection): Promise<void>;
}

export interface Verdict {
  name: string;
  passed: boolean;
  problem: string | null;
}

/** Tries one check after the other; a service that fails one may pass the next. */
export async function runChecks(connection: Connection, checks: readonly Check[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, run } of checks) {
    try {
      await run(connection);
      verdicts.push({ name, passed: true, problem: null });
    } catch (error) {
      verdicts.push({ name, passed: false, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return verdicts;
}
