import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atMost, type Bench } from '../figure.ts';
import { spreadOf } from '../spread.ts';

const entryPoint = fileURLToPath(new URL('../../demo.ts', import.meta.url));

/** What a newcomer waits for, packages being there. */
export const demo: Bench = {
  name: 'demo',
  title: 'P5: the demo, from its start until the note is written and told',
  run: async ({ quick, say }) => {
    const times: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      say(`round ${round + 1}`);
      times.push(await untilTold());
    }
    const value = spreadOf(times);
    return [{ row: 'P5', what: 'demo until the note', unit: 's', value, goal: atMost(15, 's', value) }];
  },
};

async function untilTold(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entryPoint, '--once'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const told = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('from paid to the note')) resolve((performance.now() - startedAt) / 1000);
    });
    child.once('exit', () => reject(new Error('the demo ended without a note')));
  });
  const ended = once(child, 'exit');
  const seconds = await told;
  await ended;
  return seconds;
}
