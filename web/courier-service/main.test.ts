import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { readEnvironment } from './environment.ts';
import { courierClient } from './testing/client.ts';
import { runService, startServiceProcess } from './testing/service-process.ts';
import { until } from './testing/until.ts';

test('all problems of the environment are listed together, without the values, and the process exits 1', async () => {
  const config = join(temporaryFolder(), 'courier.json');
  writeFileSync(
    config,
    JSON.stringify({ slotMinutes: 1, colour: 'red', hours: { monday: { open: '25:00', close: '18:00' } } }),
  );
  const { code, stdout, stderr } = await runService({
    COURIER_PORT: 'eighty',
    COURIER_API_KEYS: 'se:cret,se:cret',
    COURIER_CONFIG: config,
    COURIER_DATABASE_URL: 'mysql://user:hidden@host/db',
    COURIER_CONTROL: 'yes',
  });
  expect([code, stdout]).toEqual([1, '']);
  for (const said of [
    'COURIER_PORT',
    'COURIER_API_KEYS',
    'slotMinutes',
    'colour',
    'hours.monday.open',
    'COURIER_DATABASE_URL',
    'COURIER_CONTROL',
  ]) {
    expect(stderr).toContain(said);
  }
  expect(stderr).not.toMatch(/se:cret|hidden/);
  expect((await runService({})).stderr).toContain('COURIER_API_KEYS is required');
});

function configured(text: string) {
  const config = join(temporaryFolder(), 'courier.json');
  writeFileSync(config, text);
  return readEnvironment({ COURIER_API_KEYS: 'one', COURIER_CONFIG: config });
}

test('a configuration may begin with a byte order mark, as editors on Windows write it', () => {
  const read = configured('\uFEFF{"slotMinutes": 60}');
  expect(read).toMatchObject({ ok: true, options: { config: { slotMinutes: 60 } } });
});

test('a configuration whose slots fit into no day is refused, one whose slots fit into one is not', () => {
  const problems = [expect.stringMatching(/slotMinutes .*longer than the hours of every day/)];
  expect(configured('{"slotMinutes": 661}')).toEqual({ ok: false, problems });
  expect(configured('{"slotMinutes": 660}')).toMatchObject({ ok: true });
  const saturday = { open: '08:00', close: '20:00' };
  expect(configured(JSON.stringify({ slotMinutes: 700, hours: { saturday } }))).toMatchObject({ ok: true });
});

test('says why it cannot start where the database has several addresses and answers at none', async () => {
  const names = join(temporaryFolder(), 'names.mjs');
  writeFileSync(
    names,
    `import dns from 'node:dns';
    const all = [{ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 }];
    dns.lookup = (_name, _options, callback) => process.nextTick(callback, null, all);`,
  );
  const { code, stderr } = await runService({
    COURIER_API_KEYS: 'one',
    COURIER_DATABASE_URL: 'postgres://user:hidden@db.test:1/x',
    NODE_OPTIONS: `--import ${names}`,
  });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/could not start: .*127\.0\.0\.1:1\b/)]);
  expect(stderr).not.toContain('hidden');
});

test('a port that Kubernetes sets for a Service named courier counts as not set', () => {
  const read = readEnvironment({ COURIER_API_KEYS: 'one', COURIER_PORT: 'tcp://10.96.0.12:80' });
  expect(read).toMatchObject({ ok: true, options: { port: 0 } });
});

test('prints exactly one line, keeps control closed and finds everything again', async () => {
  const environment = { COURIER_API_KEYS: 'one, two', COURIER_DATA_DIR: join(temporaryFolder(), 'data') };
  const first = await startServiceProcess(environment);
  const placed = await courierClient(first.url, 'two').place();
  expect(placed.status).toBe(201);
  const second = await runService(environment);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('COURIER_DATA_DIR')]);
  expect((await courierClient(first.url, 'two').get('/_control/requests')).status).toBe(404);
  expect(await first.end('SIGINT')).toBe(0);
  expect([first.said.stdout, first.said.stderr]).toEqual([`ready ${first.url}\n`, '']);
  const again = await startServiceProcess(environment);
  const found = await courierClient(again.url, 'two').get(`/v1/deliveries/${placed.body.id}`);
  expect(found.body).toEqual({ ...placed.body, tracking_url: expect.stringContaining(`${again.url}/track/`) });
  expect(await again.end('SIGTERM')).toBe(0);
}, 180_000);

test('SIGTERM answers what is being answered before the process ends', async () => {
  const service = await startServiceProcess({
    COURIER_API_KEYS: 'key',
    COURIER_DATABASE_URL: await freshServerDatabase(),
    COURIER_CONTROL: '1',
  });
  const client = courierClient(service.url, 'key');
  await client.call('POST', '/_control/faults', {
    match: { method: 'POST' },
    fault: { kind: 'delay', delayMs: 500 },
    times: 1,
  });
  const placing = client.place();
  await until(async () => ((await client.get('/_control/requests')).body['requests'] as unknown[]).length > 0);
  const ending = service.end('SIGTERM');
  expect((await placing).status).toBe(201);
  expect(await ending).toBe(0);
}, 180_000);

test('listens where COURIER_HOST says, and warns where others may reach it', async () => {
  const place = { COURIER_API_KEYS: 'one', COURIER_DATA_DIR: join(temporaryFolder(), 'data') };
  const service = await startServiceProcess({ ...place, COURIER_HOST: '0.0.0.0' });
  expect((await courierClient(service.url, 'one').get('/v1/test')).status).toBe(200);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(service.said.stderr).toMatch(/^Warning: listening on 0\.0\.0\.0/);
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const refused = await runService({ ...place, COURIER_HOST: 'http://x' });
  expect(refused.stderr).toContain('COURIER_HOST must be an address to listen on');
}, 180_000);
