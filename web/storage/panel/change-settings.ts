import type { Kysely } from 'kysely';
import type { Settings } from '#api-contract/settings.ts';
import { wakesWaitingOrders } from '#deliveries/run/let-go.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import { wakeWaiting } from '../service-health-store.ts';
import { readSettings, settingsToStore } from '../stored-settings.ts';

/**
 * Reads, changes and writes a shop's settings under its row's lock: two people saving at once lose nothing. What waited
 * for the change is due within `spreadMs`, in the same transaction: nobody else wakes it.
 */
export function changeSettings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: (before: Settings) => Settings,
  spreadMs: number,
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
    if (wakesWaitingOrders({ before, after, newKeys: [] })) await wakeWaiting(trx, shop, spreadMs);
    return { before, after };
  });
}
