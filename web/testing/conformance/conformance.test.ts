import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultProfile as profile } from '#courier-client/profile.ts';
import { type CourierService, startCourierService } from '#courier-service/start.ts';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runChecks } from './check.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { plantedBugs } from './planted-bugs.ts';
import { suite } from './suite.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const key = 'conformance-key';
let service: CourierService;

beforeAll(async () => {
  const config = { capacityPerSlot: 100_000 };
  service = await startCourierService({ apiKeys: [key], config, database: { dataDir: 'memory://' } });
});
afterAll(() => service.close());

test('the delivery service keeps every sentence of the interface', async () => {
  const verdicts = await runChecks({ baseUrl: service.url, key, profile }, suite);
  expect(verdicts.filter(({ passed }) => !passed)).toEqual([]);
  expect(verdicts.length).toBe(suite.length);
});

test('the proxy by itself breaks nothing', async () => {
  const proxy = await startFaultyProxy(service.url, key, { name: 'none', foundBy: '' });
  try {
    const verdicts = await runChecks({ baseUrl: proxy.url, key, profile }, suite);
    expect(verdicts.filter(({ passed }) => !passed)).toEqual([]);
  } finally {
    await proxy.close();
  }
});

describe('the suite finds a service in which', () => {
  test.each(plantedBugs)('$name', async (bug) => {
    const proxy = await startFaultyProxy(service.url, key, bug);
    try {
      const verdicts = await runChecks({ baseUrl: proxy.url, key, profile }, suite);
      const broken = verdicts.filter(({ passed }) => !passed).map(({ name }) => name);
      expect(broken).toContainEqual(expect.stringContaining(bug.foundBy));
    } finally {
      await proxy.close();
    }
  });
});

test('the command tells the verdict in its exit code and last line, and never shows the key', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--url', service.url, '--key', key, '--json']);
  const last = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as object;
  const beyond = suite.filter((check) => check.beyond).length;
  expect(last).toMatchObject({ kept: suite.length - beyond, broken: 0, beyond: { kept: beyond, notOffered: 0 } });
  const wrong = promisify(execFile)(process.execPath, [main, '--url', service.url, '--key', 'wrong-key-value']);
  await expect(wrong).rejects.toMatchObject({ code: 1, stdout: expect.not.stringContaining('wrong-key-value') });
  await expect(promisify(execFile)(process.execPath, [main])).rejects.toMatchObject({ code: 2 });
});

test('a service that keeps the interface and chooses otherwise is not broken', async () => {
  const proxy = await startFaultyProxy(service.url, key, {
    name: 'other names, nothing to look up, no words',
    foundBy: '',
    reply: ({ status, json }, { method }) => {
      if (method !== 'POST') return { status: 404, json: {} };
      const { scheduled_slot, ...record } = json as Record<string, unknown> & { scheduled_slot?: { start: string } };
      const scheduled_for = scheduled_slot?.start.slice(0, 19).replace('T', ' ');
      return { status, json: status < 300 ? { ...record, scheduled_for } : { reason: 'no' } };
    },
  });
  const file = join(temporaryFolder(), 'profile.json');
  writeFileSync(file, JSON.stringify({ slot: { start: '/scheduled_for', end: null }, lookup: null, test: null }));
  const args = [main, '--url', proxy.url, '--key', key];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...args, '--profile', file]);
    expect(stdout).toMatch(/^beyond the interface: \d+ kept, [1-9]\d* not offered\n\d+ kept, 0 broken\n$/m);
    expect(stdout).not.toContain('FAILED');
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/, 1 broken\n$/),
    });
    const wrong = promisify(execFile)(process.execPath, [...args, '--profile', `${file}.not`]);
    await expect(wrong).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') });
  } finally {
    await proxy.close();
  }
});

test('where nothing answers it says so once, instead of every sentence as broken', async () => {
  const run = promisify(execFile)(process.execPath, [
    main,
    '--url',
    `http://127.0.0.1:${await freePort()}`,
    '--key',
    key,
  ]);
  await expect(run).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Nothing answers at'),
  });
});
