import { readFileSync } from 'node:fs';

/** Every operation of the Admin API that the app uses, with the fragments it spreads (their own needs included). */
const fragmentsOf = {
  'add-fulfillment-event': [],
  'add-tags': [],
  'create-carrier-service': [],
  'delete-carrier-service': [],
  'find-carrier-services': [],
  'find-fulfillments': [],
  'find-order-of-fulfillment-order': [],
  'find-parcel-metafields': ['metafield-definition-type'],
  fulfil: [],
  'list-locations': [],
  'list-recent-orders': ['order-summary'],
  'list-updated-orders': ['order-summary'],
  'read-fulfillment-events': [],
  'read-fulfillment-order-lines': ['fulfillment-order-line'],
  'read-fulfillment-order-times': [],
  'read-note': [],
  'read-order': ['fulfillment-order', 'fulfillment-order-line', 'shipping-lines'],
  'read-order-fulfillment-orders': ['fulfillment-order', 'fulfillment-order-line'],
  'read-order-owner': [],
  'read-order-shipping-lines': ['shipping-lines'],
  'read-shop': [],
  'trigger-flow': [],
  'update-carrier-service': [],
  'write-metafields': [],
  'write-note': [],
} as const;

export type OperationName = keyof typeof fragmentsOf;

const read = (path: string): string => readFileSync(new URL(`./operations/${path}.graphql`, import.meta.url), 'utf8');

/** The text of each operation, complete with its fragments. Read once, when the module is first imported. */
export const operations: Readonly<Record<OperationName, string>> = Object.fromEntries(
  Object.entries(fragmentsOf).map(([name, fragments]) => [
    name,
    [read(name), ...fragments.map((fragment) => read(`fragments/${fragment}`))].join('\n'),
  ]),
) as Record<OperationName, string>;
