import type { DeliveryState, Reason } from '#api-contract/order.ts';
import type { WaitsFor } from '#placement/waiting.ts';
import type { JsonOrNull } from './columns.ts';

/** Where an order or a delivery stands. */
export interface StandingColumns {
  state: DeliveryState;
  reason: JsonOrNull<Reason>;
  waits_for: JsonOrNull<WaitsFor>;
}
