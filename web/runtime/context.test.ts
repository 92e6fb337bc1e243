import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { configOf } from './config.ts';
import { createContext, startStopwatch } from './context.ts';
import { readEnv } from './env.ts';

test.each([
  ['both clocks go on', 5_000, 5_000, 5_000],
  ['the clock of the day is set back', -3_600_000, 5_000, 5_000],
  ['the machine is paused, and only the clock of the day is set right', 60_000, 5, 60_000],
])('a stopwatch counts by the clock that says more: %s', (_name, dayMs, steadyMs, elapsed) => {
  const [day, steady] = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')];
  day.mockReturnValue(1_000_000);
  steady.mockReturnValue(2_000);
  const elapsedMs = startStopwatch();
  day.mockReturnValue(1_000_000 + dayMs);
  steady.mockReturnValue(2_000 + steadyMs);
  expect(elapsedMs()).toBe(elapsed);
});

test('calls to the test host are counted apart from those to the service', async () => {
  const read = readEnv({
    SHOPIFY_API_KEY: 'client-id',
    SHOPIFY_API_SECRET: 'a-secret-of-the-app',
    SHOPIFY_APP_URL: 'https://delivery.example.com',
    ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}`,
    COURIER_BASE_URL: 'http://127.0.0.1:1',
    COURIER_TEST_BASE_URL: 'http://127.0.0.1:1',
    DATA_DIR: 'memory://',
    LOG_LEVEL: 'silent',
  });
  if (!read.ok) throw new Error(read.problems.join());
  const { courier, metrics, close } = await createContext(configOf(read.env));
  onTestFinished(close);
  for (const mode of ['live', 'test', 'test'] as const) await courier.checkKey({ mode, apiKey: 'some-key' });
  const counted = (await metrics.httpClient.get()).values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counted.map(({ value, labels }) => [labels.server, value])).toEqual([
    ['courier', 1],
    ['courier_test', 2],
  ]);
});
