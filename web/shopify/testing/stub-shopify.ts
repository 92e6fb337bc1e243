import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { execute, GraphQLError, parse, validate } from 'graphql';
import { listenOnLoopback } from '#testing/loopback-server.ts';
import { readAdminSchema } from './admin-schema.ts';

export interface StubCall {
  path: string;
  shop: string;
  token: string | null;
  /** Name of the GraphQL operation, or the grant type of a token request. */
  operation: string;
  body: Record<string, unknown>;
}

/** Answers a call itself; null lets the stub execute it. */
export type Override = (call: StubCall, response: ServerResponse) => void;

export interface StubShopify {
  origin: string;
  calls: StubCall[];
  /** What `execute` starts from: objects whose methods take the field's arguments. */
  root: Record<string, unknown>;
  /** Answers instead of the stub while set. */
  override: Override | null;
  /** What the answer says beside its data. */
  extensions: Record<string, unknown>;
  close(): Promise<void>;
}

const { schema } = readAdminSchema();

/** A small Admin API: executes whatever is asked on Shopify's schema, over HTTP, on a free loopback port. */
export async function startStubShopify(): Promise<StubShopify> {
  const server = createServer((request, response) => {
    answer(stub, request, response).catch(() => response.destroy());
  });
  const { url, close } = await listenOnLoopback(server);
  const stub: StubShopify = { origin: url, calls: [], root: {}, override: null, extensions: {}, close };
  return stub;
}

async function answer(stub: StubShopify, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  const query = typeof body['query'] === 'string' ? body['query'] : '';
  const call: StubCall = {
    path: request.url ?? '',
    shop: String(request.headers['x-shopify-shop-domain'] ?? ''),
    token: (request.headers['x-shopify-access-token'] as string | undefined) ?? null,
    operation: /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? String(body['grant_type'] ?? ''),
    body,
  };
  stub.calls.push(call);
  if (stub.override) return stub.override(call, response);
  const document = parse(query);
  const invalid = validate(schema, document);
  const variableValues = body['variables'] as Record<string, unknown>;
  const result =
    invalid.length > 0
      ? { errors: invalid }
      : await execute({ schema, document, variableValues, rootValue: stub.root });
  sendJson(response, 200, { ...result, extensions: stub.extensions });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** What Shopify does with a field of customer data that the app is not approved for: null, and an error beside it. */
export function redactedField(field: string, extensions: { code?: string } = { code: 'ACCESS_DENIED' }): () => never {
  return () => {
    throw new GraphQLError(`This app is not approved to use the ${field} field.`, { extensions });
  };
}

interface PageArguments {
  first: number;
  after?: string | null;
}

/** A connection over all of `items`; cursors are positions. */
export function connection<T>(items: readonly T[]): (page: PageArguments) => unknown {
  return ({ first, after }) => {
    const from = after ? Number(after) : 0;
    const nodes = items.slice(from, from + first);
    const end = from + nodes.length;
    return { nodes, pageInfo: { hasNextPage: end < items.length, endCursor: String(end) } };
  };
}
