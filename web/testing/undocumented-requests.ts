import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';

const operation = z.looseObject({
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }) })
    .optional(),
});
const openApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });
const recorded = z.object({
  requests: z.array(
    z.object({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.unknown()), body: z.unknown() }),
  ),
});

/** Each request that the service has recorded since its start or last reset and that its OpenAPI document refuses. */
export async function undocumentedRequests(courierUrl: string): Promise<string[]> {
  const read = async (path: string): Promise<string> => (await fetch(`${courierUrl}${path}`)).text();
  const { requests } = recorded.parse(JSON.parse(await read('/_control/requests')));
  if (requests.length === 0) return [];
  const { document, validator } = compile(await read('/openapi.json'));
  return requests.flatMap(({ method, path, headers, body }) => {
    const known = operationOf(document, method, new URL(path, courierUrl).pathname);
    if (!known) return [`${method} ${path} is not in the document`];
    const ref = known.requestBody?.content['application/json'].schema.$ref;
    if (!ref) return [];
    const type = String(headers['content-type']);
    if (!type.startsWith('application/json')) return [`${method} ${path} is sent as ${type}`];
    const valid = validator(ref);
    return valid(typeof body === 'string' ? JSON.parse(body) : body)
      ? []
      : [`${method} ${path}: ${JSON.stringify(valid.errors)}`];
  });
}

let last: { text: string; document: z.output<typeof openApi>; validator: ReturnType<typeof validators> } | undefined;

/** The worlds of a process serve one document after the other that are the same. */
function compile(text: string): NonNullable<typeof last> {
  if (last?.text === text) return last;
  const document = openApi.parse(JSON.parse(text));
  last = { text, document, validator: validators(document) };
  return last;
}

/** Each schema is compiled once. */
function validators(document: z.output<typeof openApi>): (ref: string) => ValidateFunction {
  const keywords = ['components', 'openapi', 'info', 'paths', 'servers', 'security', 'example'];
  const ajv = new Ajv2020({ strictRequired: false, allowUnionTypes: true, keywords });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<string, ValidateFunction>();
  return (ref) => {
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: `document${ref}` });
    compiled.set(ref, validate);
    return validate;
  };
}

function operationOf({ paths }: z.output<typeof openApi>, method: string, pathname: string) {
  const fits = (template: string): boolean => {
    const [expected, actual] = [template.split('/'), pathname.split('/')];
    const same = expected.every((part, index) => (part.startsWith('{') ? actual[index] : part === actual[index]));
    return expected.length === actual.length && same;
  };
  // A path without a variable goes before one with: /v1/deliveries/ext/… before /v1/deliveries/{id}.
  const [template] = Object.keys(paths)
    .filter(fits)
    .sort((a, b) => a.split('{').length - b.split('{').length);
  return template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
}
