import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const schema = z.object({ encryption: z.string(), live: z.string(), test: z.string() });

/** Keys of one machine's development: they are made once, so that what was stored with them stays readable. */
export type DevKeys = z.infer<typeof schema>;

/** Reads the keys of `file`, which git ignores; makes them where there are none. */
export function devKeys(file: string): DevKeys {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // Never over keys that are there: what they encrypted would be lost.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const keys = {
    encryption: `dev:${randomBytes(32).toString('base64')}`,
    live: `live-${randomBytes(12).toString('hex')}`,
    test: `test-${randomBytes(12).toString('hex')}`,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}
