import { type Kysely, sql } from 'kysely';

/** What a row waits for, by the code of the reason that told of it before. */
const kinds = {
  service: ['service_down', 'key_refused', 'address_wrong'],
  settings: ['paused', 'no_key', 'no_test_key', 'test_mode'],
  release: ['fulfillment_on_hold'],
  packing: ['waiting_in_progress', 'waiting_prepared'],
  opening: ['fulfillment_scheduled'],
  time: ['edit_window', 'waiting_for_day', 'outside_hours'],
  reference: ['reference_taken', 'reference_reserved_here', 'reference_reserved_elsewhere'],
};

/** What a row waits for, which decides what becomes of it; until here its reason did, which is for people. */
export const waitsFor = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['shop_order', 'delivery']) {
      await sql`alter table ${sql.table(table)} add column waits_for jsonb`.execute(db);
      for (const [kind, codes] of Object.entries(kinds)) {
        const isTimed = kind === 'opening' || kind === 'time';
        const at = sql`jsonb_build_object('at', (extract(epoch from (reason ->> 'until')::timestamptz) * 1000)::int8)`;
        await sql`update ${sql.table(table)} set waits_for = jsonb_build_object('kind', ${kind}::text) ${isTimed ? sql`|| ${at}` : sql``}
          where state = ${kind === 'reference' ? 'needs_attention' : 'held'} and reason ->> 'code' = any(${codes}::text[])`.execute(
          db,
        );
      }
    }
  },
};
