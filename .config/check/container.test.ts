import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './step.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('.container/Dockerfile');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

test('the image runs the app by node, as nobody in particular, and asks it whether it is ready', () => {
  expect(lastStage).toContain('\nCMD ["node", "web/runtime/main.ts"]');
  expect(lastStage).toContain('\nUSER node\n');
  expect(lastStage).toMatch(/\nHEALTHCHECK .*\n? *CMD \["node", "\.container\/ready\.mjs"\]/);
  expect(lastStage).not.toContain('npm');
});

test('one version of Node stands in the image, in .node-version and in the lock file', () => {
  const manifest = z
    .object({ engines: z.object({ node: z.string() }), devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const version = read('.node-version').trim();
  expect(/ARG NODE_VERSION=(\S+)/.exec(dockerfile)?.[1]).toBe(version);
  expect(manifest.devDependencies['node']).toBe(version);
  expect(manifest.engines.node).toBe(`${version.split('.')[0]}.x`);
});

const service = z.looseObject({ read_only: z.boolean(), environment: z.record(z.string(), z.string()) });
const compose = z.object({ services: z.object({ web: service, worker: service, database: z.looseObject({}) }) });

test('compose runs web and worker on a file system that is read only, on one PostgreSQL', () => {
  const { web, worker } = compose.parse(parse(read('.container/compose.yaml'), { merge: true })).services;
  expect([web.read_only, worker.read_only]).toEqual([true, true]);
  expect([web.environment['ROLE'], worker.environment['ROLE']]).toEqual(['web', 'worker']);
  expect(web.environment['DATABASE_URL']).toBe(worker.environment['DATABASE_URL']);
});

test('nothing gets into the image that .dockerignore does not name', () => {
  const lines = read('.dockerignore').split('\n');
  expect(lines.filter((line) => !line.startsWith('#'))[0]).toBe('*');
  for (const secret of ['.env', 'app.env', '.data', '.git']) expect(lines).not.toContain(`!${secret}`);
});

test.each([
  [200, 'all', 0],
  [503, 'all', 1],
  [503, 'worker', 0],
])(
  'the health check of a container whose /readyz is %d and whose role is %s ends with %d',
  async (status, ROLE, code) => {
    const server = createServer((_request, response) => response.writeHead(status).end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    const PORT = String((server.address() as AddressInfo).port);
    const run = promisify(execFile)(process.execPath, [join(ROOT, '.container/ready.mjs')], { env: { PORT, ROLE } });
    expect(
      await run.then(
        () => 0,
        (error: { code: number }) => error.code,
      ),
    ).toBe(code);
  },
);

// Says what it would ask instead of asking.
const echo = 'data:text/javascript,globalThis.fetch = async (url) => new Response(url)';

test.each<[string, Record<string, string>, string]>([
  ['nothing', {}, 'http://127.0.0.1:3000/readyz\n'],
  ['a blank port and role', { PORT: '', ROLE: ' ' }, 'http://127.0.0.1:3000/readyz\n'],
  ['white space around the port', { PORT: ' 4711\r\n' }, 'http://127.0.0.1:4711/readyz\n'],
  ['white space around another role', { PORT: '4711', ROLE: ' web\n' }, 'http://127.0.0.1:4711/readyz\n'],
  ['no port but that of the Shopify CLI', { BACKEND_PORT: ' 4711' }, 'http://127.0.0.1:4711/readyz\n'],
  [
    'ports of services',
    { PORT: 'tcp://10.0.0.1:1', BACKEND_PORT: 'tcp://10.0.0.2:2' },
    'http://127.0.0.1:3000/readyz\n',
  ],
  ['white space around worker', { ROLE: 'worker ' }, ''],
  ['every address of the container', { HOST: '0.0.0.0' }, 'http://127.0.0.1:3000/readyz\n'],
  ['every address, IPv6 too', { HOST: '[::]' }, 'http://127.0.0.1:3000/readyz\n'],
  ['one address to listen on', { HOST: ' 10.1.2.3 ' }, 'http://10.1.2.3:3000/readyz\n'],
  ['one address of IPv6', { HOST: 'fd00::7' }, 'http://[fd00::7]:3000/readyz\n'],
  ['the address of the app', { HOST: 'https://delivery.example.com' }, 'http://127.0.0.1:3000/readyz\n'],
])('the health check reads the environment as the app does: %s', async (_name, env, asked) => {
  const script = join(ROOT, '.container/ready.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', echo, script], { env });
  expect(stdout).toBe(asked);
});
