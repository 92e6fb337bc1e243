import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { childEnvironment } from '#testing/child-environment.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');
const environment = {
  ...{ ...childEnvironment(), SHOPIFY_API_KEY: 'client', SHOPIFY_API_SECRET: 'secret-of-the-app' },
  ...{ SHOPIFY_APP_URL: 'https://app.example', COURIER_BASE_URL: 'https://service.example', HOST: '127.0.0.1' },
  ...{ ENCRYPTION_KEYS: `k:${key}`, DATA_DIR: 'memory://', PORT: '0' },
};

function start(variables: Record<string, string>) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const env = { ...environment, ...variables };
  const app = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void app.kill('SIGKILL'));
  return { app, exited: once(app, 'exit') };
}

test('a process that is told to stop as soon as it is ready ends as any other', async () => {
  const { app, exited } = start({ ROLE: 'web' });
  // At the first byte: a supervisor may be as quick.
  app.stdout.once('data', () => app.kill('SIGTERM'));
  app.stderr.resume();
  expect(await exited).toEqual([0, null]);
}, 90_000);

test('what libraries and Node warn of is a line of the log each, without what may be secret', async () => {
  const { app } = start({ DATABASE_URL: 'postgres://canary-user:canary-pass@127.0.0.1:1/canary?sslmode=require' });
  const lines = (await text(app.stderr)).split('\n');
  const logged = lines.slice(0, lines.indexOf('The app cannot start:'));
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 40,
      code: 'Warning',
      said: expect.stringMatching(/^SECURITY WARNING: The SSL modes/),
    }),
  ]);
  expect(lines.join()).not.toContain('canary');
}, 90_000);
