import { z } from 'zod';
import { webhookRegistration } from './notifications/endpoint.ts';
import { paths } from './openapi-paths.ts';
import { placement, slotPlacement } from './schemas/placement.ts';
import { deliveryRecord } from './schemas/record.ts';

type Json = Record<string, unknown>;

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
    const { $defs: parts } = z.toJSONSchema(schema, { io });
    for (const [name, part] of Object.entries(parts ?? {})) {
      const { id: _id, ...definition } = part as Json;
      named[`${name}${suffix}`] = JSON.parse(
        JSON.stringify(definition, unlessClosed).replace(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`),
      );
    }
  }
  return named;
}

/** Answers may gain fields: a client must not break on one. */
function unlessClosed(key: string, value: unknown): unknown {
  return key === 'additionalProperties' && value === false ? undefined : value;
}
