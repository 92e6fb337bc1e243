import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenOnLoopback } from '#testing/loopback-server.ts';
import { startStoreSimulator } from '../start.ts';
import type { StoreSimulator, StoreSimulatorOptions } from '../store-simulator.ts';

export const shop = 'demo-shop.myshopify.com';
export const clientId = 'client-id';
export const clientSecret = 'client-secret';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface GraphqlResult {
  status: number;
  data: Record<string, unknown> | null | undefined;
  errors: { message: string; path?: (string | number)[]; extensions?: { code?: string } }[];
  cost: { requestedQueryCost: number; actualQueryCost: number | null; throttleStatus: Record<string, number> };
}

/** A store with an app that only listens. */
export interface RunningStore {
  store: StoreSimulator;
  received: Received[];
  /** Statuses of the app's next answers, 200 when used up; `hang` never answers. */
  answers: (number | 'hang')[];
  oauth(body: Record<string, unknown>): Promise<{ status: number; body: Record<string, unknown> }>;
  exchange(overrides?: Record<string, unknown>): Promise<{ status: number; body: Record<string, unknown> }>;
  graphql(query: string, variables?: Record<string, unknown>): Promise<GraphqlResult>;
  post(path: string, headers: Record<string, string>, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

export async function runStore(options: Partial<StoreSimulatorOptions> = {}): Promise<RunningStore> {
  const received: Received[] = [];
  const answers: (number | 'hang')[] = [];
  const app = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const answer = answers.shift() ?? 200;
    if (answer !== 'hang') {
      response.writeHead(answer).end();
    }
  });
  const { url: appUrl, close: closeApp } = await listenOnLoopback(app);
  const store = await startStoreSimulator({ clientId, clientSecret, appUrl, retryScheduleMs: [], ...options });
  const client = clientOf(store);
  return {
    store,
    received,
    answers,
    ...client,
    async close() {
      await store.close();
      await closeApp();
    },
  };
}

function clientOf(store: StoreSimulator) {
  let token: string | null = null;
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    fetch(store.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-shop-domain': shop, ...headers },
      body: JSON.stringify(body),
    });
  const oauth = async (body: Record<string, unknown>) => {
    const response = await post('/admin/oauth/access_token', {}, body);
    // Each that is granted ends those before it: the calls that follow need one that stands.
    if (response.ok) token = null;
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const exchange = (overrides: Record<string, unknown> = {}) =>
    oauth({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: store.sessionToken(shop),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      expiring: '1',
      ...overrides,
    });
  const graphql = async (query: string, variables: Record<string, unknown> = {}): Promise<GraphqlResult> => {
    token ??= String((await exchange()).body['access_token']);
    const path = '/admin/api/2026-10/graphql.json';
    const response = await post(path, { 'x-shopify-access-token': token }, { query, variables });
    const answer = (await response.json()) as {
      data?: Record<string, unknown>;
      errors?: GraphqlResult['errors'];
      extensions?: { cost: GraphqlResult['cost'] };
    };
    const cost = answer.extensions?.cost ?? { requestedQueryCost: 0, actualQueryCost: null, throttleStatus: {} };
    return { status: response.status, data: answer.data, errors: answer.errors ?? [], cost };
  };
  return { post, oauth, exchange, graphql };
}
