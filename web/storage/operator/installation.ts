import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { hasLiveWorker } from '../heartbeats.ts';
import type { Tables } from '../schema.ts';

/** The database as the role of the app finds it. */
export interface DatabaseFacts {
  /** Major version of PostgreSQL. */
  version: number;
  /** Epoch ms by its clock. */
  time: number;
  /** A replica that takes no writes. */
  isReadOnly: boolean;
  isSuperuser: boolean;
  isEncrypted: boolean;
  /** Connections that the server gives to all its clients together. */
  maxConnections: number;
  /** Rights on tables that the app must have and the role has not. It need not own them: another role may migrate. */
  lackingRights: string[];
  /** Whether some worker lives. */
  hasWorker: boolean;
  /** What a webhook is refused with, such as 53100 of a full disk, which may still change the rows that are there; or null. */
  refusesWith: string | null;
}

/** What the operator is to be told of the database. */
export async function readDatabaseFacts(db: Kysely<Tables>): Promise<DatabaseFacts> {
  const { rows } = await sql<
    Omit<DatabaseFacts, 'lackingRights' | 'hasWorker' | 'refusesWith' | 'time'> & { now: Date; lacking: string[] }
  >`
    select current_setting('server_version_num')::int4 / 10000 as version, clock_timestamp() as now,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      current_setting('max_connections')::int4 as "maxConnections",
      (select coalesce(json_agg(missing), '[]') from (
        select lower(need) || ' on ' || tablename as missing from pg_tables,
          unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as need
          where schemaname = current_schema() and not has_table_privilege(format('%I.%I', schemaname, tablename), need)
      ) as found) as lacking`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('no facts');
  const { now, lacking, ...facts } = row;
  const canRead = !lacking.some((right) => right.startsWith('select'));
  return {
    ...{ ...facts, time: now.getTime(), lackingRights: lacking },
    hasWorker: canRead && (await hasLiveWorker(db)),
    refusesWith: facts.isReadOnly || lacking.length > 0 ? null : await refusalOfWebhook(db),
  };
}

/** More than what is free in a page. */
const probeBytes = 262_144;

/** Stores a webhook of nobody and takes it back before anybody sees it. */
async function refusalOfWebhook(db: Kysely<Tables>): Promise<string | null> {
  const row = { shop: '', webhook_id: 'doctor', topic: 'doctor', payload_sealed: randomBytes(probeBytes) };
  const trx = await db.startTransaction().execute();
  try {
    await trx.insertInto('webhook').values(row).execute();
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    await trx.rollback().execute();
  }
}

/** How a shop's orders came to be known in the last day. */
export interface Arrivals {
  byWebhook: number;
  /** Payments that only the comparison with Shopify found. */
  bySweep: number;
}

/** By shop; those to which nothing came are left out. */
export async function readArrivals(db: Kysely<Tables>): Promise<Map<string, Arrivals>> {
  const { rows } = await sql<{ shop: string } & Arrivals>`
    select shop, count(*) filter (where topic like 'orders/%')::int4 as "byWebhook",
      count(*) filter (where topic = 'sweep/paid')::int4 as "bySweep"
    from webhook where received_at > clock_timestamp() - interval '1 day' group by shop`.execute(db);
  return new Map(rows.map(({ shop, byWebhook, bySweep }) => [shop, { byWebhook, bySweep }]));
}
