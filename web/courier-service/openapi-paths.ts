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

const RECORD = { 200: 'Delivery' };

/** Every call of the interface, with the schemas and the errors of its answers. */
export function paths(): Json {
  return { ...placingPaths(), ...readingPaths(), ...webhookPaths() };
}

function placingPaths(): Json {
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
  };
}

function readingPaths(): Json {
  return {
    '/v1/deliveries/{id}': {
      get: operation({ id: 'read', summary: 'One delivery', answers: RECORD, errors: READING, path: ['id'] }),
      delete: operation({
        id: 'cancel',
        summary: 'Cancel before pickup',
        answers: RECORD,
        errors: [...READING, 409],
        path: ['id'],
      }),
    },
    '/v1/deliveries/ext/{order_reference}': {
      get: operation({
        id: 'readByReference',
        summary: 'One delivery by order_reference',
        answers: RECORD,
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
  };
}

function webhookPaths(): Json {
  return {
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
