import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord, DeliveryStep, Refusal } from '../delivery.ts';
import { AppError, shopifyErrorCodes } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { FulfillmentEvent } from '../ports/shopify.ts';
import { reason } from '../reasons.ts';
import type { RunningOrder } from './running-order.ts';
import { linesAlike, type StandingLine, whereGoodsStand } from './where-goods-stand.ts';

const placedTag = 'same-day-delivery';

/** In place of a fulfilment's id: somebody else fulfilled the goods. */
const elsewhere = 'elsewhere';

/**
 * What the merchant may want besides the note, each done once per delivery: a tag, a fulfilment and what the buyer sees of
 * it. Each stands for itself:
 * one that fails or is refused keeps none of the others from being done.
 *
 * @throws the first failure that may pass, once all were tried.
 */
export async function followUp(ports: Ports, running: RunningOrder): Promise<void> {
  const { tags, fulfil } = running.shop.settings.writeBack;
  const placed = running.known.deliveries.filter(
    (delivery) => delivery.state === 'placed' && delivery.service !== null,
  );
  const untagged = placed.filter((delivery) => delivery.tagsAddedAt === null && !isRefused(delivery, 'tag'));
  const works = [
    ...(tags && untagged.length > 0 ? [() => addTag(ports, running, untagged)] : []),
    ...placed
      .filter((delivery) => delivery.fulfillmentId === null && !isRefused(delivery, 'fulfilment'))
      .filter((delivery) => wantsFulfilment(delivery, fulfil))
      .map((delivery) => () => fulfilGoods(ports, running, delivery)),
  ];
  const failures: unknown[] = [];
  const tryOne = (work: () => Promise<void>) => work().catch((error: unknown) => failures.push(error));
  for (const work of works) await tryOne(work);
  const owed = fulfil === 'never' ? [] : owedEvents(running.known.deliveries);
  for (const one of owed) await tryOne(() => tellEvents(ports, running, one));
  if (failures.length > 0) throw failures[0];
}

function isRefused({ refusals }: DeliveryRecord, wanted: Refusal['of']): boolean {
  return refusals.some(({ of }) => of === wanted);
}

function wantsFulfilment(delivery: DeliveryRecord, fulfil: 'never' | 'placed' | 'pickedUp'): boolean {
  if (delivery.mode === 'test' || fulfil === 'never') return false;
  return fulfil === 'placed' || delivery.progress === 'on_its_way' || delivery.progress === 'delivered';
}

/** Shopify's words for what a buyer may see. What a cancellation ends is told by the order, not by the parcel. */
const statuses: Record<DeliveryStep['state'], FulfillmentEvent['status'] | null> = {
  on_its_way: 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
  failed: 'ATTEMPTED_DELIVERY',
  returned: 'FAILURE',
  cancelled: null,
};

/** What a fulfilment is still to be told, by whose steps: `deliveries`, up to the last that each has now. */
interface OwedEvents {
  deliveries: DeliveryRecord[];
  fulfillmentId: string;
  events: FulfillmentEvent[];
}

/**
 * What Shopify was not told yet of booked deliveries, oldest first. A new delivery of goods that were fulfilled with the
 * one it replaces goes on in that fulfilment; one that somebody else made is theirs.
 */
function owedEvents(deliveries: readonly DeliveryRecord[]): OwedEvents[] {
  const told = deliveries.filter((one) => one.state === 'placed' && one.mode === 'live' && !isRefused(one, 'event'));
  const owing = told.filter(({ toldSteps, steps }) => toldSteps < steps.length);
  const byFulfilment = Map.groupBy(owing, (delivery) => ownFulfilment(delivery, deliveries));
  return [...byFulfilment].flatMap(([fulfillmentId, own]) => {
    if (fulfillmentId === null) return [];
    const steps = own.flatMap((delivery) => delivery.steps.slice(delivery.toldSteps));
    const events = steps
      .toSorted((one, other) => one.at - other.at)
      .flatMap(({ state, at }) => {
        const status = statuses[state];
        return status === null ? [] : [{ status, happenedAt: new Date(at - (at % 1_000)).toISOString() }];
      })
      // Of two drivers of one fulfilment the same may happen within a second: to the buyer that is one thing.
      .filter(({ status, happenedAt }, index, all) => {
        return index === all.findIndex((one) => one.status === status && one.happenedAt === happenedAt);
      });
    return [{ deliveries: own, fulfillmentId, events }];
  });
}

function ownFulfilment({ fulfillmentId, replaces }: DeliveryRecord, all: readonly DeliveryRecord[]): string | null {
  if (fulfillmentId !== null && /^\d+$/.test(fulfillmentId)) return fulfillmentId;
  const first = all.find(({ orderReference }) => orderReference === replaces);
  return first && fulfillmentId !== null ? ownFulfilment(first, all) : null;
}

async function tellEvents(ports: Ports, running: RunningOrder, owed: OwedEvents): Promise<void> {
  const { deliveries, fulfillmentId, events } = owed;
  if (await isOvertaken(ports, running)) return;
  const { refusal } = await unlessRefused('event', running.known.now, () =>
    ports.shopify.addFulfillmentEvents(running.shop.domain, fulfillmentId, events),
  );
  const upTo = new Map(deliveries.map(({ orderReference, steps }) => [orderReference, steps.length]));
  await mark(running, deliveries, (row) =>
    refusal ? withRefusal(row, refusal) : { ...row, toldSteps: upTo.get(row.orderReference) ?? row.toldSteps },
  );
}

async function addTag(ports: Ports, running: RunningOrder, which: DeliveryRecord[]): Promise<void> {
  const { shop, orderId } = running;
  const { refusal } = await unlessRefused('tag', running.known.now, () =>
    ports.shopify.addTags(shop.domain, orderId, [placedTag]),
  );
  await mark(running, which, (delivery, now) =>
    refusal ? withRefusal(delivery, refusal) : { ...delivery, tagsAddedAt: now },
  );
}

/**
 * Makes the fulfilment unless a call whose answer was lost made it: Shopify takes a second one of a line that has goods
 * left, and the buyer is told twice. What staff cancelled meanwhile stays so. A refusal of what is done already is none: by
 * a run at the same time, or by hand.
 */
async function fulfilGoods(ports: Ports, running: RunningOrder, delivery: DeliveryRecord): Promise<void> {
  const { shopify } = ports;
  const { domain } = running.shop;
  const { lines, service } = delivery;
  const trackingNumber = service?.deliveryId ?? delivery.orderReference;
  const tracking = { trackingNumber, trackingUrl: service?.trackingUrl ?? null, company: 'Same-day delivery' };
  let fulfillmentId: string | null = null;
  const find = async (of: readonly StandingLine[]) => {
    for (const id of new Set(of.map(({ fulfillmentOrderId }) => fulfillmentOrderId))) {
      fulfillmentId ??= await shopify.findFulfillment(domain, id, trackingNumber);
    }
  };
  const make = async (of: StandingLine[]) => {
    await find(of.slice(0, 1));
    if (fulfillmentId !== null || (await isOvertaken(ports, running))) return;
    fulfillmentId = (await shopify.fulfil(domain, { lines: of, ...tracking })).fulfillmentId;
  };
  const attempt = (call: () => Promise<void>) => unlessRefused('fulfilment', running.known.now, call);
  const { refusal } = await attempt(() => make(lines));
  if (refusal) {
    // Who may not even look for it does not know whose it is that stands.
    const { refusal: hidden } = await attempt(() => find(lines.slice(0, 1)));
    const order = fulfillmentId === null && !hidden?.forbiddenAt ? await readOrder(ports, running) : null;
    if (order) await attempt(() => find(linesAlike(order, delivery)));
    const standing = order && fulfillmentId === null ? whereGoodsStand(order, delivery) : null;
    if (standing) await attempt(() => make(standing));
    fulfillmentId ??= order && isFulfilled(order, delivery) ? elsewhere : null;
  }
  // What was made is written whoever runs the order by now; that none was is the newest run's to say.
  const write = fulfillmentId === null ? running.take : running.record;
  await mark({ record: write }, [delivery], (row) => fulfilled(row, fulfillmentId, refusal));
}

/**
 * A run that stood still would make the fulfilment, or tell of it, beside the one that has the order by now. That one may
 * have ended before it could see what is owed, so that another comes once its lease is over.
 */
async function isOvertaken({ timing }: Ports, running: RunningOrder): Promise<boolean> {
  if (!(await running.isOvertaken())) return false;
  await running.record(({ now }) => ({ change: { wakes: [{ at: now + timing.leaseMs }] }, result: null }));
  return true;
}

/** The row once its fulfilment was tried: one that stands is none that was refused, whichever run made it. */
function fulfilled(row: DeliveryRecord, made: string | null, refusal: Refusal | null): DeliveryRecord {
  const fulfillmentId = made === elsewhere ? (row.fulfillmentId ?? made) : (made ?? row.fulfillmentId);
  if (fulfillmentId === null) return refusal ? withRefusal(row, refusal) : row;
  return { ...row, fulfillmentId, refusals: row.refusals.filter(({ of }) => of !== 'fulfilment') };
}

const readOrder = ({ shopify }: Ports, { shop, orderId }: RunningOrder): Promise<ShopOrder | null> =>
  shopify.readOrder(shop.domain, orderId, shop.settings.parcel);

function isFulfilled(order: ShopOrder, { lines }: DeliveryRecord): boolean {
  const covered = order.fulfillmentOrders.flatMap((one) => one.lines.map((line) => ({ ...line, of: one })));
  return lines.every(({ fulfillmentOrderId, lineId }) =>
    covered.some(
      ({ id, of, remainingQuantity }) =>
        of.id === fulfillmentOrderId && id === lineId && remainingQuantity === 0 && of.status !== 'CANCELLED',
    ),
  );
}

/** What somebody asked for anew while it was being refused is no refusal: the run that follows tries it. */
function withRefusal(delivery: DeliveryRecord, refusal: Refusal): DeliveryRecord {
  if (delivery.writtenBackAt === null) return delivery;
  const others = delivery.refusals.filter(({ of }) => of !== refusal.of);
  return { ...delivery, refusals: [...others, refusal] };
}

async function mark(
  running: Pick<RunningOrder, 'record'>,
  which: readonly DeliveryRecord[],
  change: (delivery: DeliveryRecord, now: number) => DeliveryRecord,
): Promise<void> {
  const references = new Set(which.map(({ orderReference }) => orderReference));
  await running.record(({ deliveries, now }) => ({
    result: null,
    change: { deliveries: deliveries.filter((d) => references.has(d.orderReference)).map((d) => change(d, now)) },
  }));
}

/**
 * Asks something of Shopify once. A refusal that would come again is a result, with Shopify's words; a failure that
 * may pass, or a lost connection to the whole shop, is thrown.
 *
 * @param now a time before the call, epoch ms.
 */
export async function unlessRefused<T>(
  of: Refusal['of'],
  now: number,
  call: () => Promise<T>,
): Promise<{ done: T; refusal: null } | { done: null; refusal: Refusal }> {
  try {
    return { done: await call(), refusal: null };
  } catch (error) {
    if (!isFinal(error)) throw error;
    const lacking = error.code === shopifyErrorCodes.accessDenied ? { forbiddenAt: now } : {};
    const words = reason(`${of}_refused`, {}, { serviceMessage: error.merchantMessage });
    return { done: null, refusal: { ...words, of, ...lacking } };
  }
}

function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && !error.retryable && error.code !== shopifyErrorCodes.tokenRefused;
}
