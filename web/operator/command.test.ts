import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from './command.ts';

const none = { does: 'Counts the shops.', typed: 'npm run count' };
const one = {
  ...none,
  typed: 'npm run count -- [--all] <file>',
  takesFile: true,
  options: { all: { type: 'boolean' } },
};

const { argv } = process;
let printed: string[] = [];
beforeEach(() => {
  printed = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  }
});
afterEach(() => {
  process.argv = argv;
  process.exitCode = undefined;
});

/** What a command is given, what is printed, and its exit code. */
async function typed(usage: typeof none, ...words: string[]) {
  process.argv = ['node', 'count.ts', ...words];
  let given: unknown = 'nothing';
  await runCommand(usage, async (_env, line) => {
    given = { ...line, values: { ...line.values } };
    return { lines: ['3 shops'], json: { count: 3 }, ok: true };
  });
  return { given, printed: printed.join(''), code: process.exitCode };
}

describe('a command', () => {
  test.each([
    [none, [], { values: {}, file: '' }, '3 shops\n'],
    [none, ['--json'], { values: { json: true }, file: '' }, '{"count":3}\n'],
    [one, ['here', '--all'], { values: { all: true }, file: 'here' }, '3 shops\n'],
  ])('%o takes %j', async (usage, words, given, said) => {
    expect(await typed(usage, ...words)).toEqual({ given, printed: said, code: 0 });
  });

  test.each([
    [none, ['one.myshopify.com'], '"one.myshopify.com" is one word too many'],
    [none, ['--dry-run'], "Unknown option '--dry-run'"],
    [one, [], 'No file is named'],
    [one, ['here', 'there'], '"there" is one word too many'],
    [one, ['here', '--all=yes'], "Option '--all' does not take an argument"],
  ])('%o refuses %j, and says how it is typed', async (usage, words, fault) => {
    const said = `It did not work:\n  - ${fault}. Nothing was done. It is typed so: ${usage.typed}\n`;
    expect(await typed(usage, ...words)).toEqual({ given: 'nothing', printed: said, code: 1 });
  });

  test('says with --help what it does and takes, and does nothing', async () => {
    const { given, printed: said } = await typed(one, 'here', '--help');
    expect(given).toBe('nothing');
    expect(said).toContain('Counts the shops.\n\n  npm run count -- [--all] <file>\n');
  });
});
