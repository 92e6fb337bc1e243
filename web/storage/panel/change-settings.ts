import type { Kysely } from 'kysely';
import type { Settings } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import { readSettings, settingsToStore } from '../stored-settings.ts';

/** Reads, changes and writes a shop's settings under its row's lock: two people saving at once lose nothing. */
export function changeSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: (before: Settings) => Settings,
): Promise<{ before: Settings; after: Settings }> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('shop')
      .select('settings')
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = readSettings(row.settings);
    const after = change(before);
    await trx
      .updateTable('shop')
      .set({ settings: JSON.stringify(settingsToStore(row.settings, after)) })
      .where('shop', '=', shop)
      .execute();
    return { before, after };
  });
}
