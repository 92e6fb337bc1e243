import type { Generated } from 'kysely';
import type { DeliveryChange } from '#deliveries/delivery-changes.ts';
import type { DefaultInstant, Instant, InstantOrNull } from './columns.ts';

/** What Shopify Flow and the app know of each other. */
export interface FlowTables {
  /** One run of the Flow action, under Flow's id. */
  flow_run: {
    shop: string;
    run_id: string;
    order_id: string;
    started_at: DefaultInstant;
    done_at: InstantOrNull;
    refusal: string | null;
  };
  /** Whether a workflow of the shop begins with the trigger. */
  flow_trigger: { shop: string; enabled: boolean; told_at: Instant };
  /** A change that Flow is still to be told of. */
  flow_event: {
    id: Generated<string>;
    shop: string;
    order_id: string;
    order_reference: string | null;
    change: DeliveryChange;
    slot_start: InstantOrNull;
    tries: Generated<number>;
    due_at: DefaultInstant;
  };
}
