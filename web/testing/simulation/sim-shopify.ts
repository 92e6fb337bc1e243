import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { ShopifyAdmin } from '#deliveries/ports.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation, exampleOrder } from '#placement/example-order.ts';
import type { LocationId, OrderId } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Shopify as a model: orders with notes, reads and writes that take a while and sometimes fail. */
export class SimShopify {
  readonly orders = new Map<string, ShopOrder>();
  readonly metafields = new Map<string, Record<string, string>>();
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  failing: (random: SeededRandom) => boolean = () => false;

  constructor(scheduler: Scheduler, random: SeededRandom) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** A paid order with goods at one or two locations. */
  addOrder(number: number, locations: number): ShopOrder {
    const at = new Date(this.#scheduler.now()).toISOString();
    const fulfillmentOrders = Array.from({ length: locations }, (_, index) =>
      exampleFulfillmentOrder({
        id: `${number}0${index}`,
        location: exampleLocation({ id: `${9001 + index}` as LocationId, name: `Shop ${index}`, address1: `${index + 1} Main Rd` }),
        lines: [exampleLine({ id: `${number}1${index}` })],
      }),
    );
    const order = exampleOrder({
      id: String(number) as OrderId,
      number,
      name: `#${number}`,
      processedAt: at,
      paidAt: at,
      updatedAt: at,
      note: this.#random.chance(0.5) ? 'Ring twice\r\nplease' : null,
      fulfillmentOrders,
    });
    this.orders.set(order.id, order);
    return order;
  }

  /** A change by the merchant or the buyer. */
  edit(id: string, changes: Partial<ShopOrder>): void {
    const order = this.orders.get(id);
    if (order) this.orders.set(id, { ...order, ...changes, updatedAt: new Date(this.#scheduler.now()).toISOString() });
  }

  adminOf(process: SimProcess): ShopifyAdmin {
    const call = async (): Promise<void> => {
      await this.#scheduler.wait(5 + this.#random.below(60), process);
      if (!this.failing(this.#random)) return;
      throw new AppError({ code: shopifyErrorCodes.unavailable, retryable: true, merchantMessage: 'down' });
    };
    const unused = async (): Promise<never> => {
      throw new Error('not part of this simulation');
    };
    return {
      readOrder: async (_shop, id) => {
        await call();
        return this.orders.get(id) ?? null;
      },
      readNote: async (_shop, id) => {
        await call();
        const order = this.orders.get(id);
        return order ? { note: order.note, updatedAt: order.updatedAt } : null;
      },
      writeNote: async (_shop, id, note) => {
        await call();
        this.edit(id, { note });
        return { note, updatedAt: this.orders.get(id)?.updatedAt ?? '' };
      },
      writeMetafields: async (_shop, id, values) => {
        await call();
        this.metafields.set(id, values);
      },
      addTags: unused,
      fulfil: unused,
      listUpdatedOrders: unused,
      listRecentOrders: unused,
      listLocations: unused,
      readShop: unused,
    };
  }
}
