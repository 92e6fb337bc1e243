import type { Kysely } from 'kysely';
import type { Cipher, Place } from './encryption.ts';
import type { Tables } from './schema.ts';

/** The database and what opens its encrypted columns. */
export interface Opened {
  db: Kysely<Tables>;
  cipher: Cipher;
}

/** Where every encrypted column stands: table, column, shop and primary (or unique) key go into the associated data. */
export const places = {
  appSecret: (name: string): Place => ({ table: 'app_secret', column: 'value_sealed', shop: '', key: name }),
  shop: (shop: string, column: ShopColumn): Place => ({ table: 'shop', column, shop, key: shop }),
  notificationSource: (shop: string, mode: string): Place => ({
    table: 'notification_source',
    column: 'secret_sealed',
    shop,
    key: `${shop}/${mode}`,
  }),
  webhook: (shop: string, webhookId: string): Place => ({
    table: 'webhook',
    column: 'body_sealed',
    shop,
    key: webhookId,
  }),
  webhookPayload: (shop: string, webhookId: string): Place => ({
    table: 'webhook',
    column: 'payload_sealed',
    shop,
    key: webhookId,
  }),
  order: (shop: string, orderId: string): Place => ({ table: 'shop_order', column: 'private', shop, key: orderId }),
  delivery: (shop: string, orderId: string, orderReference: string): Place => ({
    table: 'delivery',
    column: 'private',
    shop,
    key: `${orderId}/${orderReference}`,
  }),
  erasure: (name: string): Place => ({ table: 'erasure', column: 'prefix_sealed', shop: '', key: name }),
  attempt: (shop: string, orderId: string, id: string): Place => ({
    table: 'attempt',
    column: 'message_sealed',
    shop,
    key: `${orderId}/${id}`,
  }),
};

/** The encrypted columns of a shop's row. */
export const shopColumns = [
  'live_key_sealed',
  'test_key_sealed',
  'access_token_sealed',
  'refresh_token_sealed',
] as const;
type ShopColumn = (typeof shopColumns)[number];
