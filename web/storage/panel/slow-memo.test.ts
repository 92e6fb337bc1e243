import { expect, test } from 'vitest';
import { createSlowMemo } from './slow-memo.ts';

function world() {
  const clock = { ms: 0 };
  let made = 0;
  const memo = createSlowMemo(() => clock.ms);
  const ask = (rows: number, tookMs = 100) =>
    memo(
      'key',
      async () => {
        clock.ms += tookMs;
        made += 1;
        return made;
      },
      () => rows,
    );
  return { clock, ask };
}

test('figures over few rows are made anew every time, however slow the machine', async () => {
  const { ask } = world();
  expect([await ask(1_999, 5_000), await ask(1_999, 5_000)]).toEqual([1, 2]);
});

test('figures over many rows are kept for twenty times as long as they took', async () => {
  const { ask, clock } = world();
  expect([await ask(2_000), await ask(2_000)]).toEqual([1, 1]);
  clock.ms += 1_999;
  expect(await ask(2_000)).toBe(1);
});

test('the old figures are shown while new ones are made, once', async () => {
  const { ask, clock } = world();
  await ask(2_000);
  clock.ms += 2_001;
  expect(await Promise.all([ask(2_000), ask(2_000)])).toEqual([1, 1]);
  await expect.poll(() => ask(2_000)).toBe(2);
});

test('a failure is kept for nobody', async () => {
  const memo = createSlowMemo(() => 0);
  const rows = () => 5_000;
  await expect(memo('key', () => Promise.reject(new Error('gone')), rows)).rejects.toThrow('gone');
  expect(await memo('key', async () => 7, rows)).toBe(7);
});

test('figures that nobody asked for since the morning are not shown in the evening', async () => {
  const { ask, clock } = world();
  await ask(2_000);
  clock.ms += 9 * 3_600_000;
  expect(await ask(2_000)).toBe(2);
});
