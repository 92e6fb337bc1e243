import { type ParseArgsConfig, parseArgs } from 'node:util';
import { sayFailure } from '#runtime/failure-words.ts';

/** What a command found: words for a person, and the same as one JSON object. */
export interface Outcome {
  lines: readonly string[];
  json: unknown;
  /** Whether all is as it should be: the process then exits with 0, else with 1. */
  ok: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Options = NonNullable<ParseArgsConfig['options']>;
type CommandLine<Taken extends Options> = ReturnType<
  typeof parseArgs<{ options: Taken; allowPositionals: true; strict: true }>
>;

/**
 * Runs a command of the operator; `--json` prints one JSON object and nothing else on standard output.
 *
 * @param taken the command's own options. Any other is refused: a word that was mistyped must not change what is done.
 */
export async function runCommand<Taken extends Options = Record<never, never>>(
  command: (env: Environment, line: CommandLine<Taken>) => Promise<Outcome>,
  taken?: Taken,
): Promise<void> {
  const args = process.argv.slice(2);
  const wantsJson = args.includes('--json');
  try {
    const options = { ...taken, json: { type: 'boolean' } } as unknown as Taken;
    const line = parseArgs({ args, options, allowPositionals: true, strict: true } as const);
    const { lines, json, ok } = await command(process.env, line);
    process.stdout.write(`${wantsJson ? JSON.stringify(json) : lines.join('\n')}\n`);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const problem = sayFailure(error);
    if (wantsJson) process.stdout.write(`${JSON.stringify({ error: problem })}\n`);
    process.stderr.write(`It did not work:\n  - ${problem}\n`);
    process.exitCode = 1;
  }
}
