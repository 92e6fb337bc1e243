import type { Selectable } from 'kysely';
import type { OrderRecord } from '#deliveries/order.ts';
import type { Cipher } from '../encryption.ts';
import { orderFromRow, orderWith } from '../order-rows.ts';
import type { Tables } from '../schema.ts';

const nothing = { customerName: null, corrections: {}, rules: [], serviceMessage: null };

/** An order among others: one that no key at hand opens stands without its buyer and the service's words, and hides none. */
export function listedOrder(row: Selectable<Tables['shop_order']>, cipher: Cipher): OrderRecord {
  try {
    return orderFromRow(row, cipher);
  } catch {
    return orderWith(row, nothing);
  }
}
