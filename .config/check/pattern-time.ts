import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { type Findings, ROOT } from './step.ts';

/**
 * Short first, in small steps: what doubles with every letter, or every third, would never end on a long text. The last
 * tells n² from n by a factor of 100.
 */
const lengths = [22, 30, 45, 60, 80, 400, 6_000];
const limitMs = 4;
const tries = 4;
/** What people and machines type, beside the characters of the pattern itself. */
const usual = [' ', '\t', '\n', 'a', 'Z', '0', '-', '.', ',', '/', '_', '@', 'é', '\u0301', '\u200B', '!'];
const endings = ['', '\u0000', 'x', '0'];

/**
 * No pattern of the server goes back and forth over a long text: what buyers, services and browsers send is of any
 * length, and one such text would stop the process for everybody.
 */
export async function patternTime(): Promise<Findings> {
  const files = globSync(
    'web/{api-contract,backend,courier-client,deliveries,placement,runtime,shopify,storage,worker}/**/*.ts',
    {
      cwd: ROOT,
      exclude: ['**/*.test.ts', '**/testing/**'],
    },
  );
  const found = files.flatMap((path) => patternProblems(path, readFileSync(join(ROOT, path), 'utf8')));
  return files.length > 0 ? found : ['No source file was found.'];
}

/** One sentence per pattern of the file that takes more than linear time on some text. */
export function patternProblems(path: string, source: string): Findings {
  return patternsOf(path, source).flatMap((pattern) => {
    const attack = slowAttack(pattern);
    return attack === null ? [] : [`${path}: ${pattern} goes back and forth over ${attack}`];
  });
}

function patternsOf(path: string, source: string): RegExp[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} could not be parsed: ${errors[0]?.message}`);
  const patterns: RegExp[] = [];
  JSON.stringify(program, (_key, value) => {
    if (value?.type === 'Literal' && value.regex) patterns.push(new RegExp(value.regex.pattern, value.regex.flags));
    return typeof value === 'bigint' ? null : value;
  });
  return patterns;
}

/** The text that the pattern is slow on, or null. */
function slowAttack(pattern: RegExp): string | null {
  for (const length of lengths) {
    for (const { name, text } of attacks(pattern, length)) {
      if (Array.from({ length: tries }).every(() => takes(pattern, text) > limitMs)) return name;
    }
  }
  return null;
}

/** A beginning, something over and over, and an end that does not fit: what makes a pattern try every other way. */
function* attacks(pattern: RegExp, length: number): Generator<{ name: string; text: string }> {
  const own = pattern.source.replaceAll(/\\[a-zA-Z]|\\u[0-9A-F]{4}/gu, '');
  const letters = [...new Set([...usual, ...own])];
  for (const first of letters) {
    for (const second of ['', ...letters]) {
      const pumped = (first + second).repeat(length / (first.length + second.length));
      for (const end of endings) yield { name: JSON.stringify(`${first}${second}… ${end}`), text: pumped + end };
    }
    for (const start of letters) {
      for (const end of endings) {
        yield { name: JSON.stringify(`${start} ${first}… ${end}`), text: start + first.repeat(length) + end };
      }
    }
  }
}

function takes(pattern: RegExp, text: string): number {
  const startedAt = performance.now();
  text.replace(pattern, '');
  return performance.now() - startedAt;
}
