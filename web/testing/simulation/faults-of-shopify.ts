import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { isOwnLine } from '#placement/note-line.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import { at, type Plant } from './port-fault.ts';
import { refused } from './sim-follow-up.ts';
import type { SimWorld } from './sim-world.ts';

/** A client that shows orders otherwise than Shopify does. */
export const reads = (read: (order: ShopOrder, world: SimWorld) => ShopOrder): Plant =>
  at('shopify', (shopify, world) => ({
    readOrder: async (...args) => {
      const order = await shopify.readOrder(...args);
      return order && read(order, world);
    },
  }));

/** The same of each fulfilment order. */
export const readsGoods = (read: (one: FulfillmentOrder) => FulfillmentOrder): Plant =>
  reads((order) => ({ ...order, fulfillmentOrders: order.fulfillmentOrders.map(read) }));

const linesOf = (note: string): string[] => note.split(/\r\n|\n|\r/u);
const ownLines = (note: string): string[] => linesOf(note).filter(isOwnLine);

/** A client that adds lines to a note that has them, and shows each but once. */
const addsLines: Plant = at('shopify', (shopify, world) => ({
  readNote: async (shop, id) => {
    const read = await shopify.readNote(shop, id);
    return read && { ...read, note: read.note && [...new Set(linesOf(read.note))].join('\n') };
  },
  writeNote: (shop, id, note) => {
    const before = world.shopify.order(shop, id)?.note ?? '';
    return shopify.writeNote(shop, id, [before, ...ownLines(note)].join('\n'));
  },
}));

function refuseForGood(error: unknown): never {
  const isLacking = error instanceof AppError && error.code === shopifyErrorCodes.accessDenied;
  throw isLacking ? refused(error.merchantMessage) : error;
}

/** Faults of the client of Shopify. */
export const faultsOfShopify = {
  'only the first fulfilment order is read': reads((order) => ({
    ...order,
    fulfillmentOrders: order.fulfillmentOrders.slice(0, 1),
  })),
  'the delivery method of goods is not read': readsGoods((one) => ({ ...one, presentedName: null, serviceCode: null })),
  'goods on hold read as open': readsGoods((one) => ({ ...one, status: one.status.replace('ON_HOLD', 'OPEN') })),
  'what staff handed over by hand not read': readsGoods((one) => ({
    ...one,
    lines: one.lines.map((line) => ({ ...line, remainingQuantity: line.totalQuantity })),
  })),
  'goods that are routed later never read': at('shopify', (shopify, world) => ({
    readOrder: async (...args) => {
      const order = await shopify.readOrder(...args);
      return order && world.shopify.orders.routedAt.has(args.slice(0, 2).join('/'))
        ? { ...order, fulfillmentOrders: [] }
        : order;
    },
  })),
  'money that was given back not read': reads((order) => ({
    ...order,
    financialStatus: order.financialStatus === 'REFUNDED' ? 'PAID' : order.financialStatus,
  })),
  'each order of a shop in test mode read as a test order': (world) => (ports) =>
    reads((order) => ({ ...order, test: world.shops.domains().some(isInTestMode(world)) }))(world)(ports),
  "the merchant's note overwritten": at('shopify', (shopify) => ({
    writeNote: (shop, id, note) => shopify.writeNote(shop, id, ownLines(note).join('\n')),
  })),
  'a note shown as of the instant that its order is known of': at('shopify', (shopify, world) => ({
    readNote: async (...args) => {
      const note = await shopify.readNote(...args);
      const { order } = world.orders.stored(...args);
      const knownAt = Math.max(order?.shopifyUpdatedAt ?? 0, Date.parse(note?.updatedAt ?? '') || 0);
      return note && { ...note, updatedAt: new Date(knownAt).toISOString() };
    },
  })),
  'what becomes of a fulfilment told again though it was answered': at(
    'shopify',
    (shopify, { shopify: { followUp } }) => ({
      addFulfillmentEvents: async (shop, id, events) => {
        await shopify.addFulfillmentEvents(shop, id, events);
        followUp.fulfilments.get(id)?.events.push(...events.map((event) => ({ ...event, toldAt: 0 })));
      },
    }),
  ),
  'a lack of access taken for a refusal for good': at('shopify', ({ writeNote, writeDetails }) => ({
    writeNote: (...args) => writeNote(...args).catch(refuseForGood),
    writeDetails: (...args) => writeDetails(...args).catch(refuseForGood),
  })),
  'lines added to a note that has them': addsLines,
  'a metafield that is set taken for one that is up to date': at('shopify', (shopify, { shopify: { details } }) => ({
    writeDetails: async (shop, id, ...values) => {
      if (!details.has(`${shop}/${id}`)) await shopify.writeDetails(shop, id, ...values);
    },
  })),
} satisfies Record<string, Plant>;

const isInTestMode =
  ({ shops }: SimWorld) =>
  (shop: ShopDomain): boolean =>
    shops.record(shop).settings.automation.testMode;
