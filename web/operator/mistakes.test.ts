import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '#storage/open-storage.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { socketPath } from './socket.ts';
import { runOperatorCommand } from './testing/run-command.ts';

/** Each command is a process of its own, which loads the app. */
const patient = { timeout: 240_000 };
const newKey = (id: string) => ({ id, secret: randomBytes(32) });
type Key = ReturnType<typeof newKey>;

/** A folder with an embedded database `data` in it, in which nothing but the installation's secrets is. */
async function installation(...keys: Key[]) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const storage = await openStorage({
    ...{ url: undefined, dataDir: at('data'), encryption: { keys }, maxConnections: 2 },
    ...{ onError: () => undefined, log: () => undefined },
  });
  await storage.close();
  return { at };
}

const run = (name: string, dataDir: string, keys: readonly Key[], ...typed: string[]) => {
  const written = keys.map(({ id, secret }) => `${id}:${secret.toString('base64')}`).join(',');
  return runOperatorCommand(name, { DATA_DIR: dataDir, ENCRYPTION_KEYS: written }, typed);
};

test('a word that is no option of the command is refused by name, and nothing is done', patient, async () => {
  const key = newKey('k');
  const { at } = await installation(key);
  const whole = at('whole');
  const refused = (option: string) => ({ code: 1, json: { error: expect.stringContaining(option) } });
  expect(await run('backup', at('data'), [key], '--erasure', whole)).toEqual(refused('--erasure'));
  expect(existsSync(whole)).toBe(false);
  expect(await run('rotate-keys', at('data'), [key], '--dry-run')).toEqual(refused('--dry-run'));
  expect(await run('backup', at('data'), [key], whole)).toMatchObject({ code: 0 });
  expect(await run('restore', at('new'), [key], whole, '--erasure=x')).toEqual(refused('--erasure'));
  expect(existsSync(at('new'))).toBe(false);
});

test('an app of before, which answers in another form, is to be started again', patient, async () => {
  const key = newKey('k');
  const { at } = await installation(key);
  const older = createServer((request, response) => {
    const isKnown = request.url === '/rotate-keys';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { key: 'k', renewed: 0, left: {} } : { problem: 'it does not know this' }));
  }).listen(socketPath(at('data')));
  onTestFinished(() => void older.close());
  expect(await run('rotate-keys', at('data'), [key])).toEqual({
    code: 1,
    json: { error: expect.stringContaining('Start it again') },
  });
});
