import type { DeliveryChange } from '#deliveries/delivery-changes.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { accepted, refuseUserErrors } from './accepted.ts';
import { triggerFlowAnswer } from './admin-answers.ts';
import { type CallShop, parseAnswer } from './read-order.ts';

/** Of `extensions/flow-delivery-changed`; the journeys' store refuses a payload that does not fit that file. */
const handle = 'same-day-delivery-changed';

/** What happened, in words for a merchant's workflow. */
const words: Record<DeliveryChange, string> = {
  placed: 'placed',
  needs_attention: 'needs attention',
  on_its_way: 'on its way',
  delivered: 'delivered',
  failed: 'failed',
};

interface FlowChange {
  orderId: OrderId;
  orderReference: string | null;
  change: DeliveryChange;
  slotStart: Date | null;
}

export interface FlowTrigger {
  /** Begins the shop's workflows about this change. @throws AppError where Shopify cannot be told or refuses it. */
  tellFlow(shop: ShopDomain, change: FlowChange): Promise<void>;
}

export function flowTriggerCalls(call: CallShop): FlowTrigger {
  return {
    async tellFlow(shop, { orderId, orderReference, change, slotStart }) {
      const payload = {
        order_id: Number(orderId),
        Change: words[change],
        'Delivery reference': orderReference ?? '',
        'Slot start': slotStart?.toISOString() ?? '',
      };
      const answer = await call(shop, 'trigger-flow', { handle, payload });
      refuseUserErrors(accepted(answer.redacted, parseAnswer(triggerFlowAnswer, answer.data).flowTriggerReceive));
    },
  };
}
