import { expect, test, vi } from 'vitest';
import type { ApiNotice } from '#shopify/api-notice.ts';
import { createApiNotices } from './api-notices.ts';
import type { Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';

const hourMs = 3_600_000;
const version: ApiNotice = { kind: 'api_version', said: '2027-01' };
const reason = (said: string): ApiNotice => ({ kind: 'deprecated', said });

/** What is logged of notices at these times (ms), and what is known at the last of them. */
function after(noted: readonly (readonly [number, ApiNotice])[]) {
  let now = 0;
  const warn = vi.fn<Logger['warn']>();
  const metrics = createMetrics(() => Promise.reject(new Error('no database')));
  const notices = createApiNotices({
    ...{ logger: { warn } as unknown as Logger, metrics },
    clock: { now: () => now },
  });
  for (const [at, notice] of noted) {
    now = at;
    notices.note(notice);
  }
  return { said: warn.mock.calls.map(([, fields]) => fields?.said), heard: notices.heard() };
}

test.each<[string, (readonly [number, ApiNotice])[], string[]]>([
  ['a thousand of one within an hour', Array.from({ length: 1_000 }, (_, at) => [at, version] as const), ['2027-01']],
  ['the same an hour later', [0, 1, hourMs, hourMs + 1].map((at) => [at, version] as const), ['2027-01', '2027-01']],
  ['reasons apart', ['a', 'b', 'a', 'b'].map((said, at) => [at, reason(said)] as const), ['a', 'b']],
  [
    'a clock that was set back',
    [
      [2 * hourMs, version],
      [0, version],
    ],
    ['2027-01', '2027-01'],
  ],
])('of %s', (_name, noted, said) => {
  expect(after(noted).said).toEqual(said);
});

test('however many reasons there are, an hour has a few lines', () => {
  const noted = Array.from({ length: 1_000 }, (_, at) => [at, reason(`reason ${at}`)] as const);
  expect(after(noted).said.length).toBeLessThan(60);
});

test('what is not heard for an hour is over', () => {
  expect(
    after([
      [0, reason('gone')],
      [hourMs, version],
    ]).heard,
  ).toEqual([version]);
});
