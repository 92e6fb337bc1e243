import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { neededScopes } from '#shopify/scopes.ts';
import type { Goods } from '../promises.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback-server.ts';

/** What the canned store keeps of an order. */
interface CannedOrder {
  number: number;
  note: string | null;
  updatedAt: string;
  at: string;
  places: readonly Place[];
}

export interface CannedShopify extends LoopbackServer {
  /** One piece at each of so many locations, at most two; default one. */
  addOrder(shop: string, number: number, locations?: 1 | 2): void;
  /** When an order was last changed, as a webhook about it says. */
  updatedAt(shop: string, number: number): string | undefined;
  /** Somebody changes the order. */
  touch(shop: string, number: number): void;
  /** What a driver is to bring of an order. */
  goods(shop: string, number: number): Goods[];
  /** The note of an order. */
  note(shop: string, number: number): string | null;
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
      orders: page([...orders].filter(([key]) => key.startsWith(`${shop}/`)).map(([, order]) => summary(order))),
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
    addOrder: (shop, number, locations = 1) => {
      const at = new Date().toISOString();
      const order = { number, note: 'Ring twice', updatedAt: at, at, places: places.slice(0, locations) };
      orders.set(`${shop}/${number}`, order);
    },
    updatedAt: (shop, number) => find(shop, number)?.updatedAt,
    touch: (shop, number) => void Object.assign(find(shop, number) ?? {}, { updatedAt: new Date().toISOString() }),
    goods: (shop, number) =>
      (find(shop, number)?.places ?? []).map(({ name, title }) => ({ title, from: name, quantity: 1 })),
    note: (shop, number) => find(shop, number)?.note ?? null,
  };
}

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
const page = <T>(nodes: T[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'ZAR' } });

function summary({ number, updatedAt, at }: CannedOrder) {
  return {
    id: `gid://shopify/Order/${number}`,
    number,
    name: `#${number}`,
    updatedAt,
    processedAt: at,
    displayFinancialStatus: 'PAID',
    cancelledAt: null,
  };
}

function orderAnswer(order: CannedOrder | null) {
  if (!order) return null;
  return {
    ...summary(order),
    note: order.note,
    createdAt: order.at,
    test: false,
    sourceName: 'web',
    currentTotalPriceSet: money('199.98'),
    tags: [],
    customAttributes: [],
    phone: null,
    customer: {
      id: `gid://shopify/Customer/7${order.number}`,
      firstName: 'Thandi',
      lastName: 'Nkosi',
      defaultPhoneNumber: { phoneNumber: '+27821234567' },
    },
    shippingAddress,
    risk: { recommendation: 'ACCEPT' },
    shippingLines: page([{ title: 'Same day', code: 'SAME_DAY', phone: null, isRemoved: false }]),
    transactions: [{ kind: 'CAPTURE', status: 'SUCCESS', processedAt: order.at }],
    fulfillmentOrders: page(order.places.map((place) => fulfillmentOrder(order.number, place))),
  };
}

const shippingAddress = {
  name: 'Thandi Nkosi',
  firstName: 'Thandi',
  lastName: 'Nkosi',
  company: null,
  address1: '375 Albert Rd',
  address2: 'Woodstock',
  city: 'Cape Town',
  province: 'Western Cape',
  provinceCode: 'WC',
  zip: '7915',
  country: 'South Africa',
  countryCodeV2: 'ZA',
  phone: '+27 82 447 8194',
  latitude: -33.93,
  longitude: 18.45,
  coordinatesValidated: true,
  validationResultSummary: 'NO_ISSUES',
};

/** Where goods are, and what; `digit` begins the ids. */
interface Place {
  digit: number;
  name: string;
  street: string;
  title: string;
}

const places: readonly Place[] = [
  { digit: 5, name: 'Main St', street: '71 Wale St', title: 'Kettle' },
  { digit: 8, name: 'Long St', street: '120 Long St', title: 'Mug' },
];

function fulfillmentOrder(number: number, { digit, name, street, title }: Place) {
  const address = {
    address1: street,
    address2: null,
    city: 'Cape Town',
    province: 'Western Cape',
    zip: '8001',
    countryCode: 'ZA',
    phone: '021 481 3938',
  };
  return {
    id: `gid://shopify/FulfillmentOrder/${digit}${number}`,
    updatedAt: '2026-11-21T08:00:00Z',
    status: 'OPEN',
    fulfillAt: null,
    deliveryMethod: { methodType: 'LOCAL', presentedName: 'Same day', serviceCode: 'SAME_DAY' },
    destination: { phone: null },
    fulfillmentHolds: [],
    assignedLocation: {
      name,
      ...address,
      location: {
        id: `gid://shopify/Location/${digit}`,
        name,
        isFulfillmentService: false,
        address: { ...address, country: 'South Africa', latitude: -33.92, longitude: 18.41 },
      },
    },
    lineItems: page([
      {
        id: `gid://shopify/FulfillmentOrderLineItem/6${digit}${number}`,
        variantTitle: null,
        remainingQuantity: 1,
        totalQuantity: 1,
        requiresShipping: true,
        weight: { value: 500, unit: 'GRAMS' },
        lineItem: {
          id: `gid://shopify/LineItem/7${digit}${number}`,
          quantity: 1,
          title,
          isGiftCard: false,
          originalUnitPriceSet: money('199.98'),
          product: { tags: [], parcel: null, fragile: null },
        },
        variant: { parcel: null },
      },
    ]),
  };
}
