import type { Request, Response } from 'express';
import { takeFault } from '../control/faults.ts';
import type { AdminCall } from '../store-simulator.ts';
import type { StoreWorld } from '../store-world.ts';
import { withFault } from '../with-fault.ts';
import { grantedScopes } from './access.ts';
import { type GraphqlRequest, runGraphql } from './execute.ts';
import { adminSchema } from './schema.ts';
import type { Throttle } from './throttle.ts';

const invalidToken = '[API] Invalid API key or access token (unrecognized login or wrong password)';

/** `POST /admin/api/:version/graphql.json` for the shop of `X-Shopify-Shop-Domain`. */
export async function answerGraphql(world: StoreWorld, request: Request, response: Response): Promise<void> {
  const schema = adminSchema();
  const shop = world.find(String(request.get('x-shopify-shop-domain') ?? '').toLowerCase());
  if (!shop || request.params['version'] !== schema.version) {
    response.status(404).json({ errors: 'Not Found' });
    return;
  }
  response.set('X-Shopify-API-Version', world.apiVersion());
  const token = request.get('x-shopify-access-token') ?? '';
  if (!shop.installed || world.vault.shopOf(token, world.faultState.tokenLagMs) !== shop.domain) {
    response.status(401).json({ errors: invalidToken });
    return;
  }
  const asked = parseBody(request.body);
  if (!asked) {
    response.status(400).json({ errors: { query: 'Required parameter missing or invalid' } });
    return;
  }
  const call = {
    at: world.now(),
    operationName: asked.operationName,
    query: asked.query,
    variables: asked.variables,
    cost: null,
    status: null as number | null,
    errors: [] as string[],
  };
  keepCall(world.calls.get(shop.domain) ?? [], call);
  response.on('finish', () => {
    call.status = response.statusCode;
  });
  const run = async () => {
    const { flowTriggers, faultState: faults } = world;
    const context = { shop, scopes: grantedScopes(shop.scopes), schema, flowTriggers, faults };
    const answer = await runGraphql(asked, context, world.throttles.get(shop.domain) as Throttle);
    Object.assign(call, { cost: answer.cost, errors: errorCodes(answer.body.errors) });
    world.afterCall(call);
    return answer.body;
  };
  if (world.faultState.deprecated !== null) {
    response.set('X-Shopify-API-Deprecated-Reason', world.faultState.deprecated);
  }
  const fault = takeFault(world.faultState, { call: 'graphql', shop: shop.domain, operationName: asked.operationName });
  if (fault) {
    await withFault(fault, response, run, asked.query);
  } else {
    response.json(await run());
  }
}

/** Calls that are kept at most per shop. */
const maxCalls = 20_000;

function keepCall(calls: AdminCall[], call: AdminCall): void {
  calls.push(call);
  if (calls.length > maxCalls) {
    calls.shift();
  }
}

function parseBody(body: unknown): GraphqlRequest | null {
  if (typeof body !== 'object' || body === null) {
    return null;
  }
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') {
    return null;
  }
  return {
    query,
    variables: typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {},
    operationName: typeof operationName === 'string' ? operationName : onlyName(query),
  };
}

/** Clients often leave the name out where the document has one operation. */
function onlyName(query: string): string | null {
  const names = [...query.matchAll(/(?:^|\})\s*(?:query|mutation)\s+(\w+)/g)];
  return names.length === 1 ? (names[0]?.[1] ?? null) : null;
}

function errorCodes(errors: unknown[] | undefined): string[] {
  return (errors ?? []).map((error) => {
    const { message, extensions } = error as { message: string; extensions?: { code?: string } };
    return extensions?.code ?? message;
  });
}
