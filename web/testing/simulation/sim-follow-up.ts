import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { FulfillmentEvent, ShopifyAdmin } from '#deliveries/ports/shopify.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { FulfillmentOrder, FulfillmentOrderLine } from '#placement/shop-order.ts';
import { progressed } from './sim-goods.ts';
import type { SimShopify } from './sim-shopify.ts';

/** A fulfilment that the app made. */
export interface SimFulfilment {
  id: string;
  shop: ShopDomain;
  orderId: OrderId;
  trackingNumber: string;
  /** Fulfilment orders. */
  of: ReadonlySet<string>;
  /** With when each was told, which replicas may show a while later, as when it was made itself; epoch ms. */
  events: (FulfillmentEvent & { toldAt: number })[];
  madeAt: number;
}

/** The clock of Shopify, and up to when a replica shows what happened; epoch ms. */
interface Instants {
  now(): number;
  shownUpTo(): number;
}

type FulfilInput = Parameters<ShopifyAdmin['fulfil']>[1];
/** Does something at Shopify; the call may fail before it, or its answer be lost after it. */
type Write = <R>(shop: ShopDomain, effect: () => R) => Promise<R>;

/** What follows the note, as Shopify does it: tags that are a set, fulfilments that are refused where goods are gone, their events. */
export class SimFollowUp {
  readonly fulfilments = new Map<string, SimFulfilment>();
  readonly #shopify: Pick<SimShopify, 'orders' | 'order' | 'edit'>;

  readonly #instants: Instants;

  constructor(shopify: Pick<SimShopify, 'orders' | 'order' | 'edit'>, instants: Instants) {
    this.#shopify = shopify;
    this.#instants = instants;
  }

  /** Of an order, in the order in which they were made. */
  of(shop: ShopDomain, orderId: OrderId): SimFulfilment[] {
    return [...this.fulfilments.values()].filter((one) => one.shop === shop && one.orderId === orderId);
  }

  calls(write: Write): Pick<ShopifyAdmin, 'addTags' | 'fulfil' | 'findFulfillment' | 'addFulfillmentEvents'> {
    return {
      addTags: (shop, id, tags) => write(shop, () => this.#addTags(shop, id, tags)),
      fulfil: (shop, input) => write(shop, () => this.#fulfil(shop, input)),
      findFulfillment: (shop, fulfillmentOrderId, trackingNumber) =>
        write(shop, () => {
          const until = this.#instants.shownUpTo();
          const made = [...this.fulfilments.values()].filter((one) => one.shop === shop && one.madeAt <= until);
          return (
            made.find((one) => one.trackingNumber === trackingNumber && one.of.has(fulfillmentOrderId))?.id ?? null
          );
        }),
      addFulfillmentEvents: async (shop, fulfillmentId, events) => {
        const known = await write(shop, () => this.#shownEvents(fulfillmentId));
        const isKnown = (event: FulfillmentEvent) => known.some((one) => keyOf(one) === keyOf(event));
        for (const event of events.filter((one) => !isKnown(one))) {
          await write(shop, () => {
            this.#fulfilment(fulfillmentId).events.push({ ...event, toldAt: this.#instants.now() });
          });
        }
      },
    };
  }

  #shownEvents(id: string): FulfillmentEvent[] {
    const until = this.#instants.shownUpTo();
    return this.fulfilments.get(id)?.events.filter(({ toldAt }) => toldAt <= until) ?? [];
  }

  #addTags(shop: ShopDomain, id: OrderId, tags: readonly string[]): void {
    const order = this.#shopify.order(shop, id);
    if (!order) throw refused('Order does not exist');
    const all = [...new Set([...order.tags, ...tags])];
    if (all.length > order.tags.length) this.#shopify.edit(shop, id, { tags: all }, 'app');
  }

  #fulfil(shop: ShopDomain, { lines, trackingNumber }: FulfilInput): { fulfillmentId: string } {
    const named = new Set(lines.map((line) => line.fulfillmentOrderId));
    const order = [...this.#shopify.orders.values()].find((one) => {
      return one.shop === shop && one.fulfillmentOrders.some(({ id }) => named.has(id));
    });
    if (!order) throw refused('Fulfillment order does not exist');
    for (const { fulfillmentOrderId, lineId, quantity } of lines) {
      const of = order.fulfillmentOrders.find(({ id }) => id === fulfillmentOrderId);
      if (of?.status !== 'OPEN' && of?.status !== 'IN_PROGRESS') throw refused('Fulfillment order is not open');
      const line = of.lines.find(({ id }) => id === lineId);
      if ((line?.remainingQuantity ?? 0) < quantity) throw refused('Quantity is more than what is left to fulfill');
    }
    const [id, madeAt] = [String(7_000_001 + this.fulfilments.size), this.#instants.now()];
    const made = { id, shop, orderId: order.id, trackingNumber, of: named, events: [], madeAt };
    this.fulfilments.set(id, made);
    const left = (of: FulfillmentOrder, line: FulfillmentOrderLine): FulfillmentOrderLine => {
      const taken = lines.filter((one) => one.fulfillmentOrderId === of.id && one.lineId === line.id);
      const units = taken.reduce((sum, { quantity }) => sum + quantity, 0);
      return { ...line, remainingQuantity: line.remainingQuantity - units };
    };
    const fulfillmentOrders = order.fulfillmentOrders.map((one) =>
      named.has(one.id) ? progressed({ ...one, lines: one.lines.map((line) => left(one, line)) }) : one,
    );
    this.#shopify.edit(shop, order.id, { fulfillmentOrders }, 'app');
    return { fulfillmentId: id };
  }

  #fulfilment(id: string): SimFulfilment {
    const found = this.fulfilments.get(id);
    if (!found) throw refused('Fulfillment does not exist');
    return found;
  }
}

/** By what Shopify's list of events tells one from another. */
export const keyOf = ({ status, happenedAt }: FulfillmentEvent): string => `${status} ${happenedAt}`;

export const refused = (merchantMessage: string): AppError =>
  new AppError({ code: shopifyErrorCodes.userError, retryable: false, merchantMessage });

export const forbidden = (): AppError =>
  new AppError({ code: shopifyErrorCodes.accessDenied, retryable: false, merchantMessage: 'forbidden' });

export const down = (): AppError =>
  new AppError({ code: shopifyErrorCodes.unavailable, retryable: true, merchantMessage: 'down' });
