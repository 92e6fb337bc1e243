import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { WriteLine } from './backup-file.ts';

/** The first line of a backup; each further one is a table's name and some of its rows. */
export interface BackupHead {
  /** `erasures`: only what repeats erasures and connects the shops again. */
  kind: 'whole' | 'erasures';
  /** By the database's clock. */
  createdAt: string;
  /** The form of its tables. */
  migrations: string[];
}

const rowsPerLine = 100;
/** A line is read as one value of jsonb, whose arrays end at 256 MB: a row alone may be longer, a few may not. */
const lineLength = 16 * 1024 * 1024;
/** Of one installation only: who migrated it, and which worker lives. */
const notKept = ['schema_migration', 'schema_migration_lock', 'worker_heartbeat'];

/** Writes every row of every table as it was at one moment, while others go on writing. */
export async function dumpRows(db: Kysely<Tables>, write: WriteLine): Promise<BackupHead> {
  return inOneMoment(db, async (trx) => {
    const head = await writeHead(trx, 'whole', write);
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(trx);
    for (const { name } of rows) {
      if (!notKept.includes(name)) await dumpTable(trx, name, sql`select * from ${sql.table(name)}`, write);
    }
    return head;
  });
}

/**
 * Writes what a restored backup does not know: what was erased, which shops went, which came, with their settings, and the
 * tokens as they are now. Small, so that it can be made often.
 */
export async function dumpErasures(db: Kysely<Tables>, write: WriteLine): Promise<BackupHead> {
  return inOneMoment(db, async (trx) => {
    const head = await writeHead(trx, 'erasures', write);
    await dumpTable(trx, 'erasure', sql`select * from erasure`, write);
    await dumpTable(trx, 'redaction', sql`select * from redaction`, write);
    const shops = sql`select shop, installed_at, uninstalled_at, reconnect, scope, access_token_sealed,
      access_expires_at, refresh_token_sealed, refresh_expires_at,
      shopify_id, renamed_to, name, time_zone, currency, development, settings from shop`;
    await dumpTable(trx, 'shop', shops, write);
    return head;
  });
}

function inOneMoment<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx);
    return work(trx);
  });
}

async function writeHead(trx: Transaction<Tables>, kind: BackupHead['kind'], write: WriteLine): Promise<BackupHead> {
  const { rows } = await sql<{ at: Date; migrations: string[] }>`
    select clock_timestamp() as at, (select json_agg(name order by name) from schema_migration) as migrations`.execute(
    trx,
  );
  const head = { kind, createdAt: rows[0]?.at.toISOString() ?? '', migrations: rows[0]?.migrations ?? [] };
  await write(JSON.stringify(head));
  return head;
}

/** PostgreSQL writes and reads the rows itself, so that no value is rounded on the way. */
async function dumpTable(
  trx: Transaction<Tables>,
  name: string,
  rowsOf: ReturnType<typeof sql>,
  write: WriteLine,
): Promise<void> {
  await sql`declare backup no scroll cursor for select row_to_json(t)::text as row from (${rowsOf}) t`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerLine)} from backup`.execute(trx);
    if (rows.length === 0) break;
    for (const some of inLines(rows.map(({ row }) => row)))
      await write(`[${JSON.stringify(name)},[${some.join(',')}]]`);
  }
  await sql`close backup`.execute(trx);
}

/** The rows in their order, as many together as a line has room for. */
function inLines(rows: readonly string[]): string[][] {
  const lines: string[][] = [];
  let room = 0;
  for (const row of rows) {
    const last = lines.at(-1);
    if (last === undefined || row.length > room) {
      lines.push([row]);
      room = lineLength;
    } else last.push(row);
    room -= row.length;
  }
  return lines;
}
