import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { Cipher } from '../encryption.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';

const key = (id: string) => ({ id, secret: randomBytes(32) });
const own = key('own');
const cipher = new Cipher({ keys: [own] });
const lines = Array.from({ length: 400 }, (_, at) => JSON.stringify([at, randomBytes(300).toString('base64'), 'é🔔 ']));

async function written(): Promise<string> {
  const file = join(temporaryFolder(), 'backup');
  await writeBackupFile(file, cipher, async (write) => {
    for (const line of lines) await write(line);
  });
  return file;
}

async function read(file: string, opener = cipher): Promise<string[]> {
  const found: string[] = [];
  for await (const line of readBackupFile(file, opener)) found.push(line);
  return found;
}

test('security 5: gives back every line, also with the key behind a newer one, and shows none of it', async () => {
  const file = await written();
  expect(await read(file)).toEqual(lines);
  expect(await read(file, new Cipher({ keys: [key('newer'), own] }))).toEqual(lines);
  expect(readFileSync(file).includes('é🔔')).toBe(false);
});

test('a line ends where it was ended, whatever signs of an end its values hold', async () => {
  const odd = ['a\u2028b', '\u2029', 'c\rd', '', '\u0085', JSON.stringify(['e\n', 'f'])];
  const file = join(temporaryFolder(), 'backup');
  await writeBackupFile(file, cipher, async (write) => {
    for (const line of odd) await write(line);
  });
  expect(await read(file)).toEqual(odd);
});

test('each of two backups of one name that are written at a time is whole', async () => {
  const file = join(temporaryFolder(), 'backup');
  const some = lines.slice(0, 3);
  await writeBackupFile(file, cipher, async (write) => {
    for (const line of some) await write(line);
    await writeBackupFile(file, cipher, async (writeOther) => {
      for (const line of lines) await writeOther(line);
    });
    expect(await read(file)).toEqual(lines);
    for (const line of some) await write(line);
  });
  expect(await read(file)).toEqual([...some, ...some]);
});

const damages: readonly [string, (bytes: Buffer) => Buffer][] = [
  ['was cut in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['lacks its last chunk', (bytes) => bytes.subarray(0, bytes.length - 20)],
  ['has something after its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
  [
    'has a flipped bit',
    (bytes) => {
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
      return bytes;
    },
  ],
  ['has its last chunk twice', (bytes) => Buffer.concat([bytes, bytes.subarray(bytes.length - 20)])],
];

test.each(damages)('security 5: refuses a file that %s', async (_name, damage) => {
  const file = await written();
  writeFileSync(file, damage(readFileSync(file)));
  await expect(read(file)).rejects.toThrow('cut off or changed');
});

test.each([
  ['no backup', '{"format":"other"}\nx', 'no backup of this app'],
  ['empty', '', 'no backup of this app'],
])('refuses a file that is %s', async (_name, text, said) => {
  const file = join(temporaryFolder(), 'other');
  writeFileSync(file, text);
  await expect(read(file)).rejects.toThrow(said);
});

test('names the key that is missing', async () => {
  await expect(read(await written(), new Cipher({ keys: [key('other')] }))).rejects.toThrow('the key "own"');
});

test('another key under the same name is named as what may be wrong', async () => {
  await expect(read(await written(), new Cipher({ keys: [key('own')] }))).rejects.toThrow(
    /another key under the name "own"/,
  );
});

test('a file of before is not written over, and one that fails leaves nothing behind', async () => {
  const file = await written();
  await expect(writeBackupFile(file, cipher, () => Promise.resolve())).rejects.toThrow('is there already');
  expect(await read(file)).toEqual(lines);
  const folder = temporaryFolder();
  const failing = writeBackupFile(join(folder, 'backup'), cipher, async (write) => {
    await write('one line');
    throw new Error('the database is gone');
  });
  await expect(failing).rejects.toThrow('the database is gone');
  expect(await readdir(folder)).toEqual([]);
  await expect(writeBackupFile('/nowhere/backup', cipher, (write) => write('x'))).rejects.toThrow(
    'There is no folder /nowhere.',
  );
  await expect(read('/nowhere/backup')).rejects.toThrow('There is no file /nowhere/backup.');
});
