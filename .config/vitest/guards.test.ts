import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let output = '';
let closingLine = '';

/** `npm test` on the files of `fixtures/`, each of which breaks a rule. */
beforeAll(async () => {
  const args = ['.config/tests/main.ts', '--config', '.config/vitest/fixtures/vitest.config.ts'];
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, args, { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } }, (error, stdout, stderr) =>
    resolve(`${stdout}\n${stderr}\nexit code ${error?.code ?? 0}`),
  );
  output = await promise;
  closingLine = output.match(/^\d+ passed, \d+ failed$/m)?.[0] ?? '';
});

test.each([
  ['a test that prints by console', 'console.warn: unread warning'],
  ['a test that prints by stdout', 'stdout: unread line'],
  ['a test that dials an address', 'this was dialled: 192.0.2.1'],
  ['a test that dials a name', 'this was dialled: example.com'],
  ['a file that leaves a server open', 'Left open at the end of the file: TCPServerWrap'],
  ['a promise that nobody waits for', 'nobody waits for this'],
])('%s fails', (_name, expected) => {
  expect(output).toContain(expected);
});

test('failing hooks and errors outside tests are counted, and the exit code says so', () => {
  expect(closingLine).toBe('2 passed, 6 failed');
  expect(output).toContain('exit code 1');
});
