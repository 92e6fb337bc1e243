import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { engines } from './testing/engines.ts';

test.each(engines)(
  'a start on %s with other keys than the data’s names the variable and what to do',
  async (engine) => {
    const url = engine === 'server' ? await freshServerDatabase() : undefined;
    const folder = temporaryFolder();
    const open = (...ids: string[]): Promise<Storage> =>
      openStorage({
        url,
        dataDir: folder,
        encryption: { keys: ids.map((id) => ({ id, secret: keyOf(id) })) },
        maxConnections: 3,
        onError: () => undefined,
        log: () => undefined,
      });
    const first = await open('old');
    await first.close();
    await expect(open('new')).rejects.toThrow(/^ENCRYPTION_KEYS: .*Add the key/);
    secrets.set('old', randomBytes(32));
    await expect(open('old')).rejects.toThrow(/^ENCRYPTION_KEYS: /);
  },
);

const secrets = new Map<string, Buffer>();

function keyOf(id: string): Buffer {
  const secret = secrets.get(id) ?? randomBytes(32);
  secrets.set(id, secret);
  return secret;
}
