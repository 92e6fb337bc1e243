import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Environment } from '#runtime/env.ts';
import { sayFailure } from '#runtime/failure-words.ts';
import { OperatorProblem } from './ask.ts';

/** What a command found: words for a person, and the same as one JSON object. */
export interface Outcome {
  lines: readonly string[];
  json: unknown;
  /** Whether all is as it should be: the process then exits with 0, else with 1. */
  ok: boolean;
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Taken extends Options> = ReturnType<typeof parseArgs<{ options: Taken; strict: true }>>['values'];

/** What a command does and takes, for its `--help` and for whoever mistypes. */
export interface Usage<Taken extends Options> {
  /** One sentence. */
  does: string;
  /** How it is typed, without `--json`. */
  typed: string;
  options?: Taken;
  /** Whether it takes a file, and no more than one. */
  takesFile?: boolean;
}

/** What was typed that is no problem of the command's own. */
interface CommandLine<Taken extends Options> {
  values: Values<Taken>;
  /** Empty where the command takes none. */
  file: string;
}

/**
 * Runs a command of the operator; `--json` prints one JSON object and nothing else on standard output, `--help` what it
 * takes. Any other word is refused: one that was mistyped must not change what is done.
 */
export async function runCommand<Taken extends Options = Record<never, never>>(
  usage: Usage<Taken>,
  command: (env: Environment, line: CommandLine<Taken>) => Promise<Outcome>,
): Promise<void> {
  const args = process.argv.slice(2);
  const wantsJson = args.includes('--json');
  if (args.includes('--help')) {
    process.stdout.write(
      `${usage.does}\n\n  ${usage.typed}\n\n--json prints one JSON object. More: docs/operations.md\n`,
    );
    return;
  }
  try {
    const { lines, json, ok } = await command(process.env, readLine(args, usage));
    process.stdout.write(`${wantsJson ? JSON.stringify(json) : lines.join('\n')}\n`);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const problem = sayFailure(error);
    if (wantsJson) process.stdout.write(`${JSON.stringify({ error: problem })}\n`);
    process.stderr.write(`It did not work:\n  - ${problem}\n`);
    process.exitCode = 1;
  }
}

/** @throws OperatorProblem which names the word that is at fault, and says how the command is typed. */
function readLine<Taken extends Options>(args: string[], usage: Usage<Taken>): CommandLine<Taken> {
  const { values, positionals } = parsed(args, usage);
  const [file = '', ...more] = positionals;
  const tooMany = usage.takesFile ? more[0] : positionals[0];
  if (tooMany !== undefined) throw mistyped(`"${tooMany}" is one word too many`, usage);
  if (usage.takesFile && file === '') throw mistyped('No file is named', usage);
  return { values, file };
}

function parsed<Taken extends Options>(args: string[], usage: Usage<Taken>) {
  const options = { ...usage.options, json: { type: 'boolean' } } as unknown as Taken;
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true } as const);
  } catch (error) {
    // Its further sentences are about other commands than these.
    const [fault = ''] = error instanceof Error ? error.message.split('. ') : [];
    throw mistyped(fault, usage);
  }
}

const mistyped = (fault: string, { typed }: { typed: string }) =>
  new OperatorProblem(`${fault}. Nothing was done. It is typed so: ${typed}`);
