import { type ModelledType, plain } from '../field.ts';
import { flowTriggerReceive } from '../mutations/flow-trigger-receive.ts';
import { fulfillmentCreate } from '../mutations/fulfillment-create.ts';
import { fulfillmentEventCreate } from '../mutations/fulfillment-event-create.ts';
import { metafieldsSet } from '../mutations/metafields-set.ts';
import { orderUpdate } from '../mutations/order-update.ts';
import { tagsAdd } from '../mutations/tags-add.ts';

const payload = (...names: string[]) => plain<Record<string, unknown>>(...names, 'userErrors');

export const mutationTypes: Record<string, ModelledType> = {
  Mutation: { orderUpdate, metafieldsSet, tagsAdd, fulfillmentCreate, fulfillmentEventCreate, flowTriggerReceive },
  OrderUpdatePayload: payload('order'),
  MetafieldsSetPayload: payload('metafields'),
  TagsAddPayload: payload('node'),
  FulfillmentCreatePayload: payload('fulfillment'),
  FulfillmentEventCreatePayload: payload('fulfillmentEvent'),
  FlowTriggerReceivePayload: payload(),
  UserError: plain<{ field: string[] | null; message: string }>('field', 'message'),
  MetafieldsSetUserError: plain<{ field: string[]; message: string; code: string; elementIndex: number }>(
    'field',
    'message',
    'code',
    'elementIndex',
  ),
};
