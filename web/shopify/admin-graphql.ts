import { z } from 'zod';
import type { ShopifyPoints } from '#deliveries/ports/shopify.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { accessDenied, badAnswer, failureOf, shopClosed, throttled, unavailable } from './failure.ts';
import { type OperationName, operations } from './operations.ts';
import { GraphqlQueryError, offlineSession, type ShopifyLibrary } from './shopify-library.ts';
import { storable } from './storable.ts';

/** What one call gave: its data, and the paths that Shopify emptied because the app may not see them. */
export interface GraphqlAnswer {
  data: unknown;
  /** e.g. `order.shippingAddress.phone`; list positions are numbers. */
  redacted: string[];
  /** What is left for calls about this shop; null where Shopify does not say. */
  points: ShopifyPoints | null;
}

const path = z.array(z.union([z.string(), z.number()]));
const graphqlError = z.looseObject({
  message: z.string().catch(''),
  path: path.nullish().catch(null),
  extensions: z
    .looseObject({ code: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});
const costOfCall = z
  .looseObject({
    cost: z.looseObject({
      requestedQueryCost: z.number().catch(0),
      throttleStatus: z.looseObject({
        maximumAvailable: z.number().catch(0),
        currentlyAvailable: z.number(),
        restoreRate: z.number().positive(),
      }),
    }),
  })
  .nullish()
  .catch(null);
const failedBody = z.looseObject({
  data: z.unknown().optional(),
  errors: z.looseObject({ graphQLErrors: z.array(graphqlError).catch([]) }),
  extensions: costOfCall,
});
type FailedBody = z.infer<typeof failedBody>;
type GraphqlFault = z.infer<typeof graphqlError>;

/**
 * One call of the Admin API, never repeated by itself (the library's retries sleep milliseconds for seconds). Throws
 * `AppError` for anything but data; partial data is kept where the only errors are redactions.
 */
export async function callAdmin(...call: Parameters<typeof callExactly>): Promise<GraphqlAnswer> {
  const answer = await callExactly(...call);
  // A note is written back as it was read, to the byte; everything else is stored.
  return notes.includes(call[2]) ? answer : { ...answer, data: storable(answer.data) };
}

const notes: readonly OperationName[] = ['read-note', 'write-note'];

async function callExactly(
  library: ShopifyLibrary,
  { shop, accessToken }: { shop: ShopDomain; accessToken: string },
  operation: OperationName,
  variables: Record<string, unknown>,
): Promise<GraphqlAnswer> {
  try {
    const client = new library.app.api.clients.Graphql({ session: offlineSession(shop, accessToken) });
    const answer = await library.call(() => client.request(operations[operation], { variables, retries: 0 }));
    if (answer.data === undefined || answer.data === null) throw badAnswer();
    return { data: answer.data, redacted: [], points: pointsOf(answer.extensions) };
  } catch (error) {
    if (error instanceof GraphqlQueryError) return partialAnswer(error.body);
    throw failureOf(error);
  }
}

function partialAnswer(body: unknown): GraphqlAnswer {
  const parsed = failedBody.safeParse(body);
  if (!parsed.success) throw badAnswer();
  const faults = parsed.data.errors.graphQLErrors;
  const codes = faults.map((fault) => fault.extensions?.code);
  if (codes.includes('THROTTLED')) throw throttled(waitMs(parsed.data));
  if (codes.includes('SHOP_INACTIVE')) throw shopClosed();
  if (codes.includes('INTERNAL_SERVER_ERROR')) throw unavailable();
  if (faults.length === 0 || !faults.every(isRedaction)) throw badAnswer();
  if (parsed.data.data === null || parsed.data.data === undefined) throw accessDenied();
  const points = pointsOf(parsed.data.extensions);
  return { data: parsed.data.data, points, redacted: faults.map((fault) => (fault.path ?? []).join('.')) };
}

function pointsOf(extensions: unknown): ShopifyPoints | null {
  const cost = costOfCall.parse(extensions)?.cost;
  if (!cost) return null;
  const { maximumAvailable: maximum, currentlyAvailable: available, restoreRate } = cost.throttleStatus;
  return { cost: cost.requestedQueryCost, available, maximum, restoredPerSecond: restoreRate };
}

const isRedaction = (fault: GraphqlFault): boolean =>
  fault.extensions?.code === 'ACCESS_DENIED' || /^access denied|not approved to (access|use)/i.test(fault.message);

/** Until the bucket holds what the query asks for; a second where Shopify does not say. */
function waitMs(body: FailedBody): number {
  const cost = body.extensions?.cost;
  if (!cost) return 1000;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  return Math.max(1000, Math.ceil((missing / cost.throttleStatus.restoreRate) * 1000));
}
