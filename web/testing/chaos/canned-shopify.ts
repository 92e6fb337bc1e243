import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { neededScopes } from '#shopify/scopes.ts';
import { type LoopbackServer, listenOnLoopback } from '../loopback-server.ts';
import type { Goods } from '../promises.ts';
import { type CannedOrder, orderAnswer, orderSummary, page, places } from './canned-order.ts';

export interface OrderOfShop {
  shop: string;
  number: number;
}

export interface CannedShopify extends LoopbackServer {
  /** One piece at each of so many locations, at most two; default one. When it was made, as its webhook says. */
  addOrder(order: OrderOfShop, locations?: 1 | 2): string;
  /** When an order was last changed, as a webhook about it says. */
  updatedAt(order: OrderOfShop): string | undefined;
  /** Somebody changes the order. */
  touch(order: OrderOfShop): void;
  /** What a driver is to bring of an order. */
  goods(order: OrderOfShop): Goods[];
  /** Those in whose notes the app has written nothing yet. */
  withoutNote(orders: readonly OrderOfShop[]): OrderOfShop[];
}

type Answer = (shop: string, variables: Record<string, unknown>) => unknown;

/** Who gives out access tokens and judges them, where not every token is good. */
export interface TokenOffice {
  /** Answers the token endpoint; null: the answer is lost. */
  answer(shop: string, request: Record<string, unknown>): Promise<{ status: number; body: unknown } | null>;
  isGood(shop: string, accessToken: string): boolean;
}

/**
 * Shopify's side of a wire without Shopify's schema behind it: prepared answers to the few operations that placing an
 * order needs, at a cost of microseconds, so that the app alone is what a run waits for.
 */
export async function startCannedShopify(tokens: TokenOffice = anyToken): Promise<CannedShopify> {
  const orders = new Map<string, CannedOrder>();
  const find = (shop: string, id: unknown) => orders.get(`${shop}/${String(id).replace(/\D/g, '')}`) ?? null;
  const answers: Record<string, Answer> = {
    ReadOrder: (shop, { id }) => ({ order: orderAnswer(find(shop, id)) }),
    ReadNote: (shop, { id }) => ({ order: pick(find(shop, id)) }),
    WriteNote: (shop, { id, note }) => {
      const order = find(shop, id);
      if (order) Object.assign(order, { note, updatedAt: new Date().toISOString() });
      return { orderUpdate: { order: pick(order), userErrors: [] } };
    },
    WriteMetafields: () => ({ metafieldsSet: { userErrors: [] } }),
    ListUpdatedOrders: (shop) => ({
      orders: page([...orders].filter(([key]) => key.startsWith(`${shop}/`)).map(([, order]) => orderSummary(order))),
    }),
    ReadShop: (shop) => ({
      shop: {
        id: `gid://shopify/Shop/${crc32(shop)}`,
        name: shop,
        myshopifyDomain: shop,
        ianaTimezone: 'Africa/Johannesburg',
        currencyCode: 'ZAR',
        contactEmail: 'owner@example.com',
        plan: { partnerDevelopment: false },
      },
      currentAppInstallation: { accessScopes: neededScopes.map((handle) => ({ handle })) },
    }),
  };
  const server = await listenOnLoopback(
    createServer((request, response) => {
      void json(request)
        // Whoever asked was killed in the middle of it.
        .catch(() => null)
        .then((body) => (body === null ? null : answerTo(request, body as Asked, { answers, tokens })))
        .then((answer) => {
          if (answer === null) return request.socket.destroy();
          return response
            .writeHead(answer.status, { 'Content-Type': 'application/json' })
            .end(JSON.stringify(answer.body));
        });
    }),
  );
  return {
    ...server,
    addOrder: ({ shop, number }, locations = 1) => {
      const at = new Date().toISOString();
      const order = { number, note: merchantNote, updatedAt: at, at, places: places.slice(0, locations) };
      orders.set(`${shop}/${number}`, order);
      return at;
    },
    updatedAt: ({ shop, number }) => find(shop, number)?.updatedAt,
    touch: ({ shop, number }) => void Object.assign(find(shop, number) ?? {}, { updatedAt: new Date().toISOString() }),
    goods: ({ shop, number }) =>
      (find(shop, number)?.places ?? []).map(({ name, title }) => ({ title, from: name, quantity: 1 })),
    withoutNote: (some) => some.filter(({ shop, number }) => find(shop, number)?.note === merchantNote),
  };
}

/** Of every order until the app writes below it. */
const merchantNote = 'Ring twice';

type Asked = Record<string, unknown>;

async function answerTo(
  { url, headers }: IncomingMessage,
  request: Asked,
  { answers, tokens }: { answers: Record<string, Answer>; tokens: TokenOffice },
): Promise<{ status: number; body: unknown } | null> {
  const shop = String(headers['x-shopify-shop-domain']);
  if (url?.startsWith('/admin/oauth/')) return tokens.answer(shop, request);
  if (!tokens.isGood(shop, String(headers['x-shopify-access-token']))) {
    return { status: 401, body: { errors: '[API] Invalid API key or access token' } };
  }
  const operation = /(?:query|mutation) (\w+)/.exec(String(request['query']))?.[1] ?? '';
  const variables = request['variables'] as Record<string, unknown>;
  return { status: 200, body: { data: answers[operation]?.(shop, variables) ?? null } };
}

const anyToken: TokenOffice = {
  answer: async () => {
    const lifetimes = { expires_in: 3600, refresh_token_expires_in: 7_776_000 };
    const pair = { access_token: randomUUID(), refresh_token: randomUUID(), scope: 'read_orders,write_orders' };
    return { status: 200, body: { ...pair, ...lifetimes } };
  },
  isGood: () => true,
};

const pick = (order: CannedOrder | null) => order && { note: order.note, updatedAt: order.updatedAt };
