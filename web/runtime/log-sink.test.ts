import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment } from '#testing/child-environment.ts';
import { freePort } from '#testing/free-port.ts';
import { createLogSink } from './log-sink.ts';

const here = { cwd: import.meta.dirname, env: childEnvironment() };
const run = (source: string) => ['--expose-gc', '--input-type=module', '--eval', source];

test('a process whose log and output have no room left starts, serves and stops as any other', async () => {
  const full = openSync('/dev/full', 'w');
  const port = await freePort();
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');
  const env = {
    ...{ ...here.env, SHOPIFY_API_KEY: 'client', SHOPIFY_API_SECRET: 'secret-of-app', ENCRYPTION_KEYS: `k:${key}` },
    ...{ SHOPIFY_APP_URL: 'https://app.example', COURIER_BASE_URL: 'https://service.example', HOST: '127.0.0.1' },
    ...{ DATA_DIR: 'memory://', PORT: String(port), NODE_ENV: 'production', ROLE: 'web' },
  };
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const app = spawn(process.execPath, [main], { env, stdio: ['ignore', full, full] });
  closeSync(full);
  onTestFinished(() => void app.kill('SIGKILL'));
  const exited = once(app, 'exit');
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) });
  await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200), { timeout: 60_000, interval: 200 });
  // A line of the log each.
  for (let count = 0; count < 3; count += 1) {
    expect((await ask('/api/settings')).status).toBe(401);
    await new Promise((passed) => setTimeout(passed, 1_100));
  }
  app.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 90_000);

test('what no log takes is left out, before it fills the memory', async () => {
  const full = openSync('/dev/full', 'w');
  const source = `
    const sink = (await import('./log-sink.ts')).createLogSink(process.stderr);
    const line = 'x'.repeat(1_000);
    for (let count = 0; count < 100_000; count += 1) sink.write(line + count);
    await new Promise((passed) => setTimeout(passed, 300));
    gc();
    process.stdout.write(process.memoryUsage().rss < 200e6 ? 'goes on' : 'grows');`;
  const child = spawn(process.execPath, run(source), { ...here, stdio: ['ignore', 'pipe', full] });
  closeSync(full);
  const exited = once(child, 'exit');
  expect(await text(child.stdout as NonNullable<typeof child.stdout>)).toBe('goes on');
  expect(await exited).toEqual([0, null]);
});

test('a reader that is slow gets every line, in order, and the last one of a process that ends at once', async () => {
  const source = `
    const sink = (await import('./log-sink.ts')).createLogSink(process.stderr);
    for (let count = 0; count < 20_000; count += 1) sink.write('line ' + count + '\\n');
    process.stdout.end('written');
    await new Promise((passed) => setTimeout(passed, 1_500));
    sink.write('the last\\n');
    process.exit(1);`;
  const child = spawn(process.execPath, run(source), { ...here, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  expect(await text(child.stdout)).toBe('written');
  const said = await text(child.stderr);
  expect(said.split('\n')).toEqual([...Array.from({ length: 20_000 }, (_, count) => `line ${count}`), 'the last', '']);
  expect(await exited).toEqual([1, null]);
});

/** Writes far more than a pipe takes at once, then says a last line and ends. */
const atOnce = `
    const sink = (await import('./log-sink.ts')).createLogSink(process.stderr);
    for (let count = 0; count < 20_000; count += 1) sink.write('line ' + count + '\\n');
    setTimeout(() => {
      sink.write('the last\\n');
      process.exit(1);
    });`;

test('a process that ends while its log is written leaves every line whole and in order', async () => {
  const child = spawn(process.execPath, run(atOnce), { ...here, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = await text(child.stderr as NonNullable<typeof child.stderr>);
  expect(said.split('\n')).toEqual([...Array.from({ length: 20_000 }, (_, count) => `line ${count}`), 'the last', '']);
});

test.each([
  ['pipe', ['-c', '{ "$@"; echo "exit $?" >&3; } 2>&1 >/dev/null | sleep 60', 'sh', process.execPath, ...run(atOnce)]],
  ['socket', ['-c', '"$@"; echo "exit $?" >&3', 'sh', process.execPath, ...run(atOnce)]],
])(
  'a process whose log goes into a %s that nobody reads ends all the same',
  async (_kind, command) => {
    const child = spawn('sh', command, { ...here, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void (child.pid && process.kill(-child.pid, 'SIGKILL')));
    const told = child.stdio[3] as NonNullable<(typeof child.stdio)[3]>;
    const [first] = await once(told, 'data', { signal: AbortSignal.timeout(10_000) });
    expect(String(first)).toBe('exit 1\n');
  },
  20_000,
);

test('a log that is taken leaves nothing to do at the end', () => {
  const before = process.listenerCount('exit');
  const fd = openSync('/dev/null', 'w');
  onTestFinished(() => closeSync(fd));
  for (let count = 0; count < 20; count += 1) createLogSink({ fd }).write('a line\n');
  expect(process.listenerCount('exit')).toBe(before);
});
