import { z } from 'zod';
import { webhookRegistration } from './notifications/endpoint.ts';
import { placement, slotPlacement } from './schemas/placement.ts';
import { deliveryRecord } from './schemas/record.ts';

type Json = Record<string, unknown>;

const ERRORS: Record<number, string> = {
  400: 'Not JSON, not an object, or a malformed path or cursor',
  401: 'No key, a wrong key, or a password',
  404: 'Nothing of this client is there',
  405: 'Another method is needed',
  409: 'duplicate_reference, no_slot, slot_full, not_cancellable or too_many_webhooks',
  413: 'The body is larger than 256 kB',
  415: 'The body is not application/json',
  422: 'A field, a place or an area is not valid; `errors` names each field',
  503: 'The database did not answer in time: the outcome is unknown',
};

const error = z
  .object({
    status: z.literal('error'),
    message: z.string(),
    code: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string(), candidates: z.array(z.string()).optional() })),
    id: z.string().optional().describe('Of the first delivery, where a repeated reference is its own client’s'),
  })
  .meta({ id: 'Error' });
const problem = z
  .object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), code: z.string() })
  .meta({ id: 'Problem' });
const list = z
  .object({ deliveries: z.array(deliveryRecord), next_page: z.url().nullable() })
  .meta({ id: 'DeliveryList' });
const instant = z.iso.datetime({ offset: true });
const slotList = z
  .object({
    slots: z.array(
      z.object({ area: z.string(), start: instant, end: instant, capacity: z.int().min(0), available: z.int().min(0) }),
    ),
  })
  .meta({ id: 'SlotList' });
const keyCheck = z.object({ status: z.literal('ok'), message: z.string() }).meta({ id: 'KeyCheck' });
const webhook = z
  .object({ id: z.string(), endpoint_url: z.url(), created_at: instant, secret: z.string(), message: z.string() })
  .meta({ id: 'Webhook' });
const webhookList = z
  .object({ webhooks: z.array(z.object({ id: z.string(), endpoint_url: z.url(), created_at: instant })) })
  .meta({ id: 'WebhookList' });
const removed = z.object({ message: z.string() }).meta({ id: 'Removed' });

/** The OpenAPI 3.1 document, made from the very schemas that read the requests. */
export function openApiDocument(): Json {
  const schemas = componentSchemas();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Same-day delivery service',
      version: '1',
      description:
        'Places same-day deliveries in the nearest slot. Metres and seconds. The key is the Basic user; no password.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: paths(),
    components: { schemas, securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } } },
  };
}

function componentSchemas(): Json {
  const inputs = [placement, slotPlacement, webhookRegistration(true)];
  const outputs = [error, problem, list, slotList, keyCheck, webhook, webhookList, removed, deliveryRecord];
  return { ...namedSchemas(inputs, 'input'), ...namedSchemas(outputs, 'output') };
}

/** Requests and answers share no component: a request may leave out what an answer always has. */
function namedSchemas(schemas: z.ZodType[], io: 'input' | 'output'): Json {
  const suffix = io === 'input' ? 'Request' : '';
  const named: Json = {};
  for (const schema of schemas) {
    const { $defs: parts } = z.toJSONSchema(schema, { io, override: relax });
    for (const [name, part] of Object.entries(parts ?? {})) {
      const { id: _id, ...definition } = part as Json;
      named[`${name}${suffix}`] = JSON.parse(
        JSON.stringify(definition).replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`),
      );
    }
  }
  return named;
}

/** Answers may gain fields: a client must not break on one. */
function relax({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function operation(options: {
  id: string;
  summary: string;
  answers: Record<number, string>;
  errors: number[];
  body?: string;
  path?: string[];
  query?: string[];
}): Json {
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path',
    schema: { type: 'string' },
  });
  const problems = {
    'application/json': { schema: ref('Error') },
    'application/problem+json': { schema: ref('Problem') },
  };
  const answers = Object.entries(options.answers).map(([status, schema]) => [
    status,
    { description: schema, content: { 'application/json': { schema: ref(schema) } } },
  ]);
  const errors = options.errors.map((status) => [String(status), { description: ERRORS[status], content: problems }]);
  return {
    operationId: options.id,
    summary: options.summary,
    parameters: [
      ...(options.path ?? []).map((name) => parameter(name, 'path')),
      ...(options.query ?? []).map((name) => parameter(name, 'query')),
    ],
    ...(options.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: ref(options.body) } } } }
      : {}),
    responses: Object.fromEntries([...answers, ...errors]),
  };
}

const PLACING = [400, 401, 409, 413, 415, 422, 503];
const READING = [400, 401, 404, 503];

function paths(): Json {
  const record = { 200: 'Delivery' };
  return {
    '/v1/same-day-asap': {
      post: operation({
        id: 'placeNearest',
        summary: 'Place in the nearest available slot',
        body: 'PlacementRequest',
        answers: { 201: 'Delivery' },
        errors: PLACING,
      }),
    },
    '/v1/deliveries': {
      post: operation({
        id: 'placeInSlot',
        summary: 'Place in a chosen slot',
        body: 'SlotPlacementRequest',
        answers: { 201: 'Delivery' },
        errors: PLACING,
      }),
      get: operation({
        id: 'list',
        summary: 'Own deliveries, newest first',
        answers: { 200: 'DeliveryList' },
        errors: READING,
        query: ['p'],
      }),
    },
    '/v1/deliveries/{id}': {
      get: operation({ id: 'read', summary: 'One delivery', answers: record, errors: READING, path: ['id'] }),
      delete: operation({
        id: 'cancel',
        summary: 'Cancel before pickup',
        answers: record,
        errors: [...READING, 409],
        path: ['id'],
      }),
    },
    '/v1/deliveries/ext/{order_reference}': {
      get: operation({
        id: 'readByReference',
        summary: 'One delivery by order_reference',
        answers: record,
        errors: READING,
        path: ['order_reference'],
      }),
    },
    '/v1/deliveries/customer/{customer_id}': {
      get: operation({
        id: 'listOfCustomer',
        summary: 'Deliveries of one customer_identifier',
        answers: { 200: 'DeliveryList' },
        errors: READING,
        path: ['customer_id'],
        query: ['p'],
      }),
    },
    '/v1/slots': {
      get: operation({
        id: 'slots',
        summary: 'Slots that can be taken now',
        answers: { 200: 'SlotList' },
        errors: [401, 422, 503],
        query: ['area'],
      }),
    },
    '/v1/test': {
      get: operation({ id: 'testKey', summary: 'Check the key', answers: { 200: 'KeyCheck' }, errors: [401] }),
    },
    '/v1/webhooks': {
      post: operation({
        id: 'registerWebhook',
        summary: 'Register an endpoint',
        body: 'WebhookRegistrationRequest',
        answers: { 200: 'Webhook', 201: 'Webhook' },
        errors: PLACING,
      }),
      get: operation({
        id: 'listWebhooks',
        summary: 'Registered endpoints',
        answers: { 200: 'WebhookList' },
        errors: [401, 503],
      }),
    },
    '/v1/webhooks/{id}': {
      delete: operation({
        id: 'removeWebhook',
        summary: 'Remove an endpoint',
        answers: { 200: 'Removed' },
        errors: READING,
        path: ['id'],
      }),
    },
  };
}
