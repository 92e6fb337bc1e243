import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { buildOnce } from './ensure-built.ts';

/** A build of its own folder, which counts how often it is made. */
function countedBuild(work: (turn: string) => Promise<void>) {
  const folder = temporaryFolder();
  const [stampFile, turn] = [join(folder, 'stamp'), join(folder, 'turn')];
  const made = { times: 0 };
  const build = async () => {
    made.times += 1;
    await work(turn);
    await writeFile(stampFile, 'inputs');
  };
  return { made, once: () => buildOnce({ inputs: 'inputs', stampFile, turn, build }) };
}

test('of several that ask at once one builds', async () => {
  const { made, once } = countedBuild(async () => undefined);
  await Promise.all([once(), once(), once()]);
  expect(made.times).toBe(1);
});

test('who builds for long keeps its turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { made, once } = countedBuild(async (turn) => {
    await utimes(turn, 0, 0);
    vi.advanceTimersByTime(10_000);
    await expect.poll(async () => (await stat(turn)).mtimeMs).toBeGreaterThan(0);
  });
  await once();
  expect(made.times).toBe(1);
});
