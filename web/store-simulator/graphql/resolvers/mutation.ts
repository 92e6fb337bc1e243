import type { CarrierServiceRecord } from '../../state/carrier-services.ts';
import { gid } from '../../state/gid.ts';
import { field, type ModelledType, plain } from '../field.ts';
import { carrierServiceCreate, carrierServiceDelete, carrierServiceUpdate } from '../mutations/carrier-service.ts';
import { flowTriggerReceive } from '../mutations/flow-trigger-receive.ts';
import { fulfillmentCreate } from '../mutations/fulfillment-create.ts';
import { fulfillmentEventCreate } from '../mutations/fulfillment-event-create.ts';
import { metafieldsSet } from '../mutations/metafields-set.ts';
import { orderUpdate } from '../mutations/order-update.ts';
import { tagsAdd } from '../mutations/tags-add.ts';

const payload = (...names: string[]) => plain<Record<string, unknown>>(...names, 'userErrors');

const carrierServices = { carrierServiceCreate, carrierServiceUpdate, carrierServiceDelete };
const carrierError = plain<{ field: string[] | null; message: string; code: string }>('field', 'message', 'code');

export const mutationTypes: Record<string, ModelledType> = {
  Mutation: {
    orderUpdate,
    metafieldsSet,
    tagsAdd,
    fulfillmentCreate,
    fulfillmentEventCreate,
    flowTriggerReceive,
    ...carrierServices,
  },
  OrderUpdatePayload: payload('order'),
  MetafieldsSetPayload: payload('metafields'),
  TagsAddPayload: payload('node'),
  FulfillmentCreatePayload: payload('fulfillment'),
  FulfillmentEventCreatePayload: payload('fulfillmentEvent'),
  FlowTriggerReceivePayload: payload(),
  CarrierServiceCreatePayload: payload('carrierService'),
  CarrierServiceUpdatePayload: payload('carrierService'),
  CarrierServiceDeletePayload: payload('deletedId'),
  CarrierServiceCreateUserError: carrierError,
  CarrierServiceUpdateUserError: carrierError,
  CarrierServiceDeleteUserError: carrierError,
  DeliveryCarrierService: {
    ...plain<CarrierServiceRecord>('name', 'callbackUrl', 'active', 'supportsServiceDiscovery'),
    id: field((service: CarrierServiceRecord) => gid('DeliveryCarrierService', service.id)),
  },
  UserError: plain<{ field: string[] | null; message: string }>('field', 'message'),
  MetafieldsSetUserError: plain<{ field: string[]; message: string; code: string; elementIndex: number }>(
    'field',
    'message',
    'code',
    'elementIndex',
  ),
};
