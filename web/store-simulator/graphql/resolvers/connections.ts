import { field, type ModelledType, plain } from '../field.ts';

interface Page {
  nodes: unknown[];
  edges: unknown[];
  pageInfo: object;
}

const names = ['Order', 'LineItem', 'FulfillmentOrder', 'FulfillmentOrderLineItem', 'ShippingLine', 'Location'];
const more = [
  'Metafield',
  'MetafieldDefinition',
  'Fulfillment',
  'FulfillmentEvent',
  'FulfillmentLineItem',
  'DeliveryCarrierService',
];

/** Connections, their edges and `PageInfo`. */
export const connectionTypes: Record<string, ModelledType> = {
  PageInfo: plain<{ hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }>(
    'hasNextPage',
    'hasPreviousPage',
    'startCursor',
    'endCursor',
  ),
  ...Object.fromEntries(
    [...names, ...more].flatMap((name) => [
      [`${name}Connection`, plain<Page>('nodes', 'edges', 'pageInfo')],
      [`${name}Edge`, { node: field((edge: { node: unknown }) => edge.node), cursor: cursor() }],
    ]),
  ),
};

function cursor() {
  return field((edge: { cursor: string }) => edge.cursor);
}
