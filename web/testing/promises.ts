import { z } from 'zod';
import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import { deniesDriver } from './denies-driver.ts';

/** Pieces that a driver is still to bring. */
export interface Goods {
  title: string;
  /** Name of the location that they are to be collected from. */
  from: string;
  quantity: number;
}

/** A delivery that lives at the service, as the service shows it. */
export interface Driver {
  reference: string;
  items: readonly { name?: string | undefined; quantity: number }[];
}

interface EndedOrder extends Pick<JudgedOrder, 'view'> {
  /** `state`: the service's word. */
  drivers: readonly (Driver & { state: string })[];
}

/** A paid order: what Shopify, the app and the service say of it. */
export interface JudgedOrder {
  /** Open and to be shipped by the merchant's rules. */
  goods: readonly Goods[];
  /** What the app shows. */
  view: Pick<OrderView, 'orderName' | 'state' | 'reason' | 'deliveries'>;
  /** Those of this very order. */
  drivers: readonly Driver[];
  /** What the app would send and has sent; asked only where the drivers do not bring everything. Null: it cannot say. */
  preview: () => Promise<OrderPreview | null>;
}

/**
 * What must hold of every paid order, whatever was done to it: each unit that is still to be brought is in a delivery,
 * in a part that waits, or in an alarm; and no text denies or hides a driver that exists at the service, nor promises one
 * that it has called off.
 *
 * @returns one line for each breach.
 */
export async function brokenPromises(order: JudgedOrder): Promise<string[]> {
  return [...(await uncovered(order)), ...denied(order), ...promised(order)];
}

/** What the service was heard to have called off stands as booked nowhere. */
function promised({ view }: Pick<JudgedOrder, 'view'>): string[] {
  const off = view.deliveries.filter(({ state, serviceState }) => state === 'placed' && serviceState === 'CANCELLED');
  return off.map(({ orderReference }) => `${view.orderName}: ${orderReference} is called off, and it says booked`);
}

/** For whom a driver still comes, or whose goods are with one. */
const under = ['PENDING PICKUP', 'PENDING DROPOFF'];

/**
 * What must hold of every order that was cancelled or paid back: no driver comes for it without an alarm or words that
 * say so, and no text denies one.
 *
 * @returns one line for each breach.
 */
export function brokenEnd({ view, drivers }: EndedOrder): string[] {
  const coming = new Set(drivers.filter(({ state }) => under.includes(state)).map(({ reference }) => reference));
  const silent = view.deliveries
    .filter(({ orderReference, state }) => coming.has(orderReference) && state === 'placed')
    .filter(({ drift, reason }) => drift.length === 0 && reason === null);
  const told = silent.map((one) => `${view.orderName}: has ended, and nobody is told that ${one.orderReference} comes`);
  return [...told, ...denied({ view, drivers })];
}

const request = z.looseObject({
  items: z.array(z.looseObject({ name: z.string().optional(), quantity: z.number() })),
});

async function uncovered({ goods, view, drivers, preview }: JudgedOrder): Promise<string[]> {
  const driven = drivers.flatMap(({ items }) => items);
  const open = goods.filter(({ title, quantity }) => piecesOf(title, driven) < quantity && !isTold(view, title));
  if (open.length === 0) return [];
  if (view.deliveries.length === 0) {
    // An order without a delivery speaks for all of its goods by its own state.
    const speaks = ['skipped', 'held', 'needs_attention', 'cancelled'].includes(view.state) && view.reason !== null;
    return speaks ? [] : [`${view.orderName}: is ${view.state}, has no delivery, and nobody is told`];
  }
  const previewed = await preview();
  if (!previewed) return [`${view.orderName}: nothing can be told of what its deliveries bring`];
  const covering = previewed.deliveries.filter(({ orderReference, state }) => covers(view, orderReference, state));
  return open.flatMap(({ title, from, quantity }) => {
    const items = covering
      .filter(({ locationName }) => locationName === from)
      .flatMap(({ request: body }) => request.safeParse(body).data?.items ?? []);
    const has = piecesOf(title, items);
    return has >= quantity
      ? []
      : [`${view.orderName}: ${quantity} x ${title} at ${from}, ${has} of them in a delivery, and no alarm`];
  });
}

/**
 * What is only previewed covers nothing, nor does what a rule leaves out beside a booked driver; what was called off
 * after it was booked was called off by somebody.
 */
function covers({ deliveries }: JudgedOrder['view'], reference: string, state: string | null): boolean {
  if (state === 'skipped') return deliveries.every(({ deliveryId }) => deliveryId === null);
  if (state !== 'cancelled') return state !== null;
  return deliveries.some(({ orderReference, deliveryId }) => orderReference === reference && deliveryId !== null);
}

function isTold({ deliveries }: JudgedOrder['view'], title: string): boolean {
  const items = deliveries.flatMap(({ drift }) => drift.filter(({ about }) => about === 'goods_without_driver'));
  return items.some(({ field }) => isNamed(field.slice('goods: '.length), title));
}

function piecesOf(title: string, items: Driver['items']): number {
  return items.filter(({ name = '' }) => isNamed(name, title)).reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The title, with or without a variant. */
const isNamed = (name: string, title: string): boolean => name === title || name.startsWith(`${title} – `);

function denied({ view, drivers }: Pick<JudgedOrder, 'view' | 'drivers'>): string[] {
  const booked = new Set(drivers.map(({ reference }) => reference));
  const known = view.deliveries.filter(({ orderReference }) => booked.has(orderReference));
  const untrue = known.filter((delivery) => deniesDriver(delivery.reason) && delivery.state !== 'placed');
  const silent = known.filter((delivery) => !untrue.includes(delivery) && !admitsDriver(delivery));
  // What the order says is what its most urgent delivery says; it stands alone where there is none.
  const own =
    booked.size > 0 && view.deliveries.length === 0 && deniesDriver(view.reason) ? [view.reason?.message] : [];
  return [
    ...untrue.map(({ orderReference, reason }) => `${orderReference} is booked, and it says: ${reason?.message}`),
    ...silent.map((one) => `${one.orderReference} is booked, and it is ${one.state}: ${one.reason?.message}`),
    ...own.map((message) => `a driver is booked, and it says: ${message}`),
  ].map((text) => `${view.orderName}: ${text}`);
}

/** It is booked, is being sent or asked about, or says that a driver may come. */
function admitsDriver({ state, inDoubt, reason }: OrderView['deliveries'][number]): boolean {
  const words = /\b(may|is probably) (be )?booked\b|\bis (not known|unknown)\b/i;
  return ['placed', 'placing', 'confirming'].includes(state) || inDoubt || words.test(reason?.message ?? '');
}
