import { createDecipheriv } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { EncryptionKeys } from '../encryption.ts';
import type { Tables } from '../schema.ts';

/** Every row of every table of the database, the job queue's too, as text: what a plain dump would show. */
export async function dumpTables(db: Kysely<Tables>): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const dumps = tables.rows.map(async ({ name }) => {
    const { rows } = await sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.raw(name)} t`.execute(db);
    return rows.map(({ row }) => `${name} ${row}`).join('\n');
  });
  return (await Promise.all(dumps)).join('\n');
}

/**
 * What every encrypted value of a dump holds. Decrypts without checking tag and place (in counter mode), so that it shares
 * nothing with the code under test but the key.
 */
export function decryptEnvelopes(dump: string, { keys }: EncryptionKeys): string {
  const open = (id: string | undefined, bytes: Buffer): Buffer | null => {
    const key = keys.find((candidate) => candidate.id === id);
    if (!key) return null;
    const counter = Buffer.concat([bytes.subarray(0, 12), Buffer.from([0, 0, 0, 2])]);
    return createDecipheriv('aes-256-ctr', key.secret, counter).update(bytes.subarray(28));
  };
  const texts: string[] = [];
  for (const [, id, payload = ''] of dump.matchAll(/\b1\.([A-Za-z0-9_-]{1,40})\.([A-Za-z0-9_-]{38,})/g)) {
    texts.push(open(id, Buffer.from(payload, 'base64url'))?.toString('utf8') ?? '');
  }
  for (const [, hex = ''] of dump.matchAll(/"\\\\x322e((?:[0-9a-f]{2}){29,})"/g)) {
    const bytes = Buffer.from(hex, 'hex');
    const dot = bytes.indexOf('.');
    const compressed = open(bytes.toString('latin1', 0, dot), bytes.subarray(dot + 1));
    texts.push(compressed === null ? '' : inflateRawSync(compressed).toString('utf8'));
  }
  return texts.join('\n');
}
