import type { Generated } from 'kysely';
import type { State } from '../schemas/record.ts';

/** How much of one slot of one area is taken; a CHECK keeps `taken` within `capacity`. */
interface SlotTable {
  area: string;
  start_at: Date;
  end_at: Date;
  capacity: number;
  taken: Generated<number>;
  /** False where the configuration no longer offers the slot. */
  open: Generated<boolean>;
}

interface DeliveryTable {
  seq: string;
  account: string;
  order_reference: string | null;
  customer_identifier: string | null;
  state: State;
  area: string;
  slot_start: Date;
  slot_end: Date;
  distance_m: number;
  time_s: number;
  request: unknown;
  resolved: unknown;
  created_at: Date;
  updated_at: Date;
}

interface WebhookTable {
  id: string;
  account: string;
  endpoint_url: string;
  secret: string;
  created_at: Date;
}

/** The outbox: one row for each webhook and change of state, written in the transaction of that change. */
interface NotificationTable {
  seq: Generated<string>;
  webhook_id: string;
  delivery_seq: string;
  state: State;
  occurred_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  claimed_until: Date | null;
  delivered_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
}

export interface CourierTables {
  courier_slot: SlotTable;
  courier_delivery: DeliveryTable;
  courier_webhook: WebhookTable;
  courier_notification: NotificationTable;
}
