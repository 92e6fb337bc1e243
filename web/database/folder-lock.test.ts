import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { lockFolder } from './folder-lock.ts';

test.each<[string, (folder: string) => void]>([
  ['no folder', (folder) => writeFileSync(folder, '')],
  ['one in which no file can be opened', (folder) => mkdirSync(join(folder, 'lock.sqlite'), { recursive: true })],
  [
    'one in which no lock can be written',
    (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'lock.sqlite'), 'not a lock '.repeat(100));
    },
  ],
])('what is %s is said to be unusable, and not to be in use', (_name, make) => {
  const folder = join(temporaryFolder(), 'data');
  make(folder);
  expect(() => lockFolder(folder)).toThrow(/^The embedded database cannot use the folder .*data \(.+\): it needs one/);
});

test('a folder is held by one at a time', () => {
  const folder = join(temporaryFolder(), 'data');
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`Process ${process.pid} on`);
  lock.release();
  lockFolder(folder).release();
});
