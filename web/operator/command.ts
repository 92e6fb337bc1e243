/** What a command found: words for a person, and the same as one JSON object. */
export interface Outcome {
  lines: readonly string[];
  json: unknown;
  /** Whether all is as it should be: the process then exits with 0, else with 1. */
  ok: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What was typed after the command's name. */
export interface CommandLine {
  /** What does not begin with `--`, in its order. */
  names: readonly string[];
  has(option: string): boolean;
}

function readLine(typed: readonly string[]): CommandLine {
  return { names: typed.filter((word) => !word.startsWith('--')), has: (option) => typed.includes(option) };
}

/** Runs a command of the operator; `--json` prints one JSON object and nothing else on standard output. */
export async function runCommand(command: (env: Environment, line: CommandLine) => Promise<Outcome>): Promise<void> {
  const line = readLine(process.argv.slice(2));
  const wantsJson = line.has('--json');
  try {
    const { lines, json, ok } = await command(process.env, line);
    process.stdout.write(`${wantsJson ? JSON.stringify(json) : lines.join('\n')}\n`);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unknown failure';
    if (wantsJson) process.stdout.write(`${JSON.stringify({ error: problem })}\n`);
    process.stderr.write(`It did not work:\n  - ${problem}\n`);
    process.exitCode = 1;
  }
}
