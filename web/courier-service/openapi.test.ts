import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CourierService, startCourierService } from './start.ts';
import { type Client, courierClient, placementBody } from './testing/client.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
interface Operation {
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>;
}

let service: CourierService;
let client: Client;
let document: Document;
let validator: (ref: string) => ValidateFunction;

beforeAll(async () => {
  service = await startCourierService({ apiKeys: ['key'], database: { dataDir: 'memory://' }, control: true });
  client = courierClient(service.url, 'key');
  document = (await client.call('GET', '/openapi.json')).body as unknown as Document;
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    keywords: ['components', 'openapi', 'info', 'paths', 'servers', 'security', 'example'],
  });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  validator = (ref) => ajv.compile({ $ref: `document${ref}` });
});
afterAll(() => service.close());

const requestSchema = (path: string) =>
  validator(document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema.$ref ?? '');

describe('the OpenAPI document', () => {
  test('is 3.1, and every reference in it is defined', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      const name = /components\/schemas\/([^"]+)"/.exec(reference)?.[1] ?? '';
      expect([reference, name in document.components.schemas]).toEqual([reference, true]);
    }
  });

  test('describes requests as the service reads them', async () => {
    const valid = requestSchema('/v1/same-day-asap');
    const item = { weight: 1, height: 0.5, width: 1, length: 1, quantity: 1 };
    const bodies: [Record<string, unknown>, boolean][] = [
      [{}, true],
      [{ items: [item], pickup_remarks: null, unknown: 1 }, true],
      [{ pickup_contact_phone: '123' }, false],
      [{ dropoff_address: undefined }, false],
      [{ items: [{ ...item, weight: 0 }] }, false],
      [{ items: [{ ...item, quantity: 1.5 }] }, false],
      [{ order_reference: '' }, false],
      [{ order_reference: 'x'.repeat(256) }, false],
      [{ dropoff_coordinates: 'x' }, false],
    ];
    for (const [fields, accepted] of bodies) {
      const body = JSON.parse(JSON.stringify(placementBody(fields))) as object;
      expect([fields, valid(body)]).toEqual([fields, accepted]);
      expect([fields, (await client.call('POST', '/v1/same-day-asap', body)).status === 201]).toEqual([
        fields,
        accepted,
      ]);
    }
  });

  test('describes every answer that the service gives', async () => {
    const check = async (method: string, template: string, path: string, body?: unknown) => {
      const answer = await client.call(method, path, body);
      const described = document.paths[template]?.[method.toLowerCase()]?.responses[String(answer.status)];
      const ref = described?.content['application/json']?.schema.$ref;
      expect([template, answer.status, ref]).toEqual([template, answer.status, expect.any(String)]);
      const validate = validator(ref ?? '');
      expect([template, validate(answer.body), validate.errors]).toEqual([template, true, null]);
      return answer.body;
    };
    const record = await check(
      'POST',
      '/v1/same-day-asap',
      '/v1/same-day-asap',
      placementBody({ items: [{ weight: 1, height: 1, width: 1, length: 1, quantity: 1 }] }),
    );
    await check(
      'POST',
      '/v1/same-day-asap',
      '/v1/same-day-asap',
      placementBody({ order_reference: record['order_reference'] }),
    );
    await check(
      'POST',
      '/v1/same-day-asap',
      '/v1/same-day-asap',
      placementBody({ dropoff_coordinates: null, dropoff_address: 'Claremont' }),
    );
    await check('POST', '/v1/same-day-asap', '/v1/same-day-asap', '{');
    const { slots } = await check('GET', '/v1/slots', '/v1/slots');
    await check(
      'POST',
      '/v1/deliveries',
      '/v1/deliveries',
      placementBody({ scheduled_slot: { start: slots[0]?.start } }),
    );
    await check('GET', '/v1/deliveries', '/v1/deliveries');
    await check('GET', '/v1/deliveries/{id}', `/v1/deliveries/${record.id}`);
    await check('GET', '/v1/deliveries/{id}', '/v1/deliveries/none');
    await check(
      'GET',
      '/v1/deliveries/ext/{order_reference}',
      `/v1/deliveries/ext/${String(record['order_reference'])}`,
    );
    await check('GET', '/v1/deliveries/customer/{customer_id}', '/v1/deliveries/customer/nobody');
    await check('DELETE', '/v1/deliveries/{id}', `/v1/deliveries/${record.id}`);
    await check('GET', '/v1/test', '/v1/test');
    const { id } = await check('POST', '/v1/webhooks', '/v1/webhooks', { endpoint_url: 'http://127.0.0.1:9/' });
    await check('GET', '/v1/webhooks', '/v1/webhooks');
    await check('DELETE', '/v1/webhooks/{id}', `/v1/webhooks/${id}`);
  });
});
