import type { Generated } from 'kysely';
import type { DefaultInstant, InstantOrNull, JsonOrNull } from './columns.ts';

/** A row of `webhook`. */
export interface WebhookRow {
  id: Generated<string>;
  shop: string;
  webhook_id: string;
  topic: string;
  received_at: DefaultInstant;
  triggered_at: InstantOrNull;
  /** Of rows that a version before `payload_sealed` wrote. */
  body_sealed: string | null;
  payload_sealed: Buffer | null;
  state: Generated<string>;
  why: string | null;
  order_id: string | null;
  payload_updated_at: InstantOrNull;
  note_hash: string | null;
  echo_fingerprint: string | null;
  /** What the analysis for fraud that it tells of found. */
  fraud_risk: string | null;
  /** Digits of the fulfilment orders that it says are prepared. */
  prepared: JsonOrNull<string[]>;
}
