import type { NoteState } from '#api-contract/order.ts';
import type { OrderId } from '#placement/ids.ts';
import { type NoteLine, writeNoteLines } from '#placement/note-line.ts';
import type { DeliveryRecord, Refusal } from '../delivery.ts';
import { AppError } from '../errors.ts';
import type { Change, OrderAggregate, OrderRecord } from '../order.ts';
import type { Events, Ports } from '../ports/ports.ts';
import type { OrderNote } from '../ports/shopify.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { backOffMs } from './back-off.ts';
import { followUp, unlessRefused } from './follow-up.ts';
import {
  detailsOf,
  linesOf,
  type OwnWrite,
  ownWriteOf,
  settleWriteBack,
  unwritten,
  type WrittenBack,
} from './record-write-back.ts';
import { readSlots } from './refresh-delivery.ts';
import { isNoteBehind, lagMs } from './replica-lag.ts';
import type { RunningOrder } from './running-order.ts';

/**
 * Writes what became of every placed delivery into the order: one note line each, and the app's metafield, which is the
 * truth where the note cannot be written; then tag and fulfilment. Never goes back to placing. What Shopify refuses for
 * good is settled on the row; what may pass gets a due time there. `again` is set for a run after one that died: what
 * that one wrote may have landed after another run's lines, so all of them are looked at.
 *
 * @throws AppError where Shopify fails or the note was overwritten meanwhile; it is tried again by the rows' due time.
 */
export async function writeBack(
  ports: Ports,
  running: RunningOrder,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  await readSlots(ports, running);
  const { order, deliveries, now } = running.known;
  const shown = deliveries.filter((delivery) => delivery.placedAt !== null);
  if (!order || shown.length === 0) return;
  if (shown.some((delivery) => isBackingOff(delivery, now))) return;
  const failures = Math.max(...shown.map((delivery) => delivery.failures));
  try {
    const owed = again || shown.some((delivery) => delivery.writtenBackAt === null);
    if (owed && !(await writeAll(ports, running, order, shown))) return;
    await followUp(ports, running);
  } catch (error) {
    if (error instanceof AppError && error.retryable) await tryLater(ports, running, { error, failures });
    throw error;
  }
}

/**
 * It failed just now, and its wake-up was committed: neither a webhook nor another delivery of the order brings it sooner.
 * What was asked for anew is due at once.
 */
const isBackingOff = ({ writtenBackAt, failures, dueAt }: DeliveryRecord, now: number): boolean =>
  writtenBackAt === null && failures > 0 && dueAt !== null && dueAt > now;

/** False where the order is gone, another run's to write to, or its note is not known. */
async function writeAll(
  ports: Ports,
  running: RunningOrder,
  seen: OrderRecord,
  shown: DeliveryRecord[],
): Promise<boolean> {
  const before = await readBefore(ports, running);
  // What was read after another run began may hold what that one wrote: only the newest may write over that.
  if (await running.isOvertaken()) {
    await running.record((now) => ({ change: comeBack(now, ports.timing.leaseMs), result: null }));
    return false;
  }
  if (isBehind(before, running.known)) {
    await running.record(({ now }) => ({ change: { wakes: [{ at: now + lagMs }] }, result: null }));
    return false;
  }
  const written = before === null ? gone : await writeOrder(ports, running, before, shown);
  if (before === null) ports.events.noteWritten('refused');
  await running.record((aggregate) => settleWriteBack(aggregate, { seen, shown, written }));
  return written.ownWrite !== null;
}

/** Words that were typed since what a replica shows would be written over, and an order that it does not show yet is not gone. */
const isBehind = (before: Before | null, { order, now }: OrderAggregate): boolean =>
  order !== null && !(before && 'refusal' in before) && isNoteBehind(before, order, now);

/** What is found owed after the newest run ended, that one does not come back to. Once it has ended: at once, each would overtake the other. */
function comeBack({ deliveries, now }: OrderAggregate, leaseMs: number): Change | null {
  const isOwed = deliveries.some(({ placedAt, writtenBackAt, dueAt }) => placedAt && writtenBackAt === null && !dueAt);
  return isOwed ? { wakes: [{ at: now + leaseMs }] } : null;
}

const orderGone = (): Refusal => ({ ...reason('order_gone', {}), of: 'note' });
const gone: WrittenBack = {
  note: 'refused',
  refusals: [orderGone()],
  wrote: false,
  changedBefore: null,
  ownWrite: null,
  mayBeGone: true,
};

type Before = OrderNote | { refusal: Refusal };

/** The order before it is written to: null where Shopify has it no more, a refusal where it does not show its note. */
async function readBefore(ports: Ports, { shop, orderId, known }: RunningOrder): Promise<Before | null> {
  const { done, refusal } = await unlessRefused('note', known.now, () => ports.shopify.readNote(shop.domain, orderId));
  return refusal ? { refusal } : done;
}

/**
 * Note, then metafield, then the note's check: the metafield never says more than is true, and the check's instant is
 * that of our last change, so that its echo costs no read.
 */
async function writeOrder(
  ports: Ports,
  { shop, orderId, known: { now } }: RunningOrder,
  before: Before,
  shown: DeliveryRecord[],
): Promise<WrittenBack> {
  const lines = linesOf(shown, { timeZone: ports.courier.timeZone, shopTimeZone: shop.timeZone });
  const note = shop.settings.writeBack.note
    ? await writeNote(ports, shop, orderId, { before, lines, now })
    : switchedOff;
  ports.events.noteWritten(note.event);
  const details = detailsOf(shown, note.state);
  const [over, readAt] = 'refusal' in before ? [undefined, null] : [before.detailsDigest, Date.parse(before.updatedAt)];
  const { refusal: refused } = await unlessRefused('details', now, () =>
    ports.shopify.writeDetails(shop.domain, orderId, details, over),
  );
  const wrote = note.event === 'written';
  const left = note.left ?? ('refusal' in before ? null : before);
  const checked = { lines: note.state === 'written' ? lines : [], left, now };
  const { ownWrite, shownBefore } = await checkNote(ports, shop, orderId, checked);
  const changedBefore = readAt && Math.max(readAt, shownBefore);
  const isGone = ownWrite === null && refused !== null && refused.forbiddenAt === undefined;
  const refusals = isGone ? [orderGone()] : [note.refusal, refused].filter((why) => why !== null);
  const mayBeGone = isGone || (note.refusal !== null && !('refusal' in before));
  return { note: note.state, refusals, wrote, changedBefore, ownWrite, mayBeGone };
}

interface NoteWritten {
  state: NoteState;
  event: Parameters<Events['noteWritten']>[0];
  refusal: Refusal | null;
  /** The note as our write left it. */
  left?: NoteSeen;
}
type NoteSeen = Pick<OrderNote, 'note' | 'updatedAt'>;
const switchedOff: NoteWritten = { state: 'off', event: 'off', refusal: null };

async function writeNote(
  ports: Ports,
  shop: ShopRecord,
  orderId: OrderId,
  { before, lines, now }: { before: Before; lines: NoteLine[]; now: number },
): Promise<NoteWritten> {
  if ('refusal' in before) return { state: 'refused', event: 'refused', refusal: before.refusal };
  const wanted = writeNoteLines(before.note, lines);
  if ('tooLong' in wanted) return { state: 'too_long', event: 'too_long', refusal: null };
  if (!wanted.changed) return { state: 'written', event: 'unchanged', refusal: null };
  const write = () => ports.shopify.writeNote(shop.domain, orderId, wanted.note);
  const { done: left, refusal } = await unlessRefused('note', now, write);
  return refusal
    ? { state: 'refused', event: 'refused', refusal }
    : { state: 'written', event: 'written', refusal: null, left };
}

interface Checked {
  /** Null where Shopify has no such order, or does not show its note; what we left where a replica does not show that. */
  ownWrite: OwnWrite | null;
  /** When the order was changed last before our write, where a replica shows that, epoch ms; else 0. */
  shownBefore: number;
}

async function checkNote(
  ports: Ports,
  shop: ShopRecord,
  orderId: OrderId,
  { lines, left, now }: { lines: readonly NoteLine[]; left: NoteSeen | null; now: number },
): Promise<Checked> {
  const { done: read, refusal } = await unlessRefused('note', now, () => ports.shopify.readNote(shop.domain, orderId));
  if (refusal) return { ownWrite: null, shownBefore: 0 };
  const isOld = left && isNoteBehind(read, { shopifyUpdatedAt: Date.parse(left.updatedAt), ownWrite: null }, now);
  const after = isOld ? left : read;
  const kept = writeNoteLines(after?.note ?? null, lines);
  if (after && ('tooLong' in kept || kept.changed)) throw overwritten();
  return { ownWrite: after && ownWriteOf(after), shownBefore: isOld && read ? Date.parse(read.updatedAt) : 0 };
}

const overwritten = () =>
  new AppError({
    code: 'note_overwritten',
    retryable: true,
    merchantMessage: 'Somebody changed the order note while the delivery time was being written.',
    nextStep: 'Nothing to do: it is written again.',
  });

/** The rows say when it is tried again; all lines are looked at then. A note that was written ends no back-off. */
async function tryLater(
  ports: Ports,
  running: RunningOrder,
  { error, failures }: { error: AppError; failures: number },
): Promise<void> {
  const chance = ports.random.next();
  await running.record(({ deliveries, now }) => {
    const shown = deliveries.filter(({ placedAt }) => placedAt !== null);
    const waits = backOffMs(failures, ports.timing.retryBaseMs, chance);
    // What was done and whose answer was lost a replica may show only after that.
    const at = now + Math.max(waits, lagMs, error.retryAfterMs ?? 0);
    const owed = shown.map((delivery) => ({ ...unwritten(delivery), failures: failures + 1, dueAt: at }));
    return { change: { deliveries: owed, wakes: [{ at }] }, result: null };
  });
}
