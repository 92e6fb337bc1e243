import type { NoteState } from '#api-contract/order.ts';
import type { NoteLine } from '#placement/note-line.ts';
import { cancelledText, slotText } from '#placement/slot-text.ts';
import type { DeliveryRecord, Refusal } from '../delivery.ts';
import { type Decided, noteHash, type OrderAggregate, type OrderRecord, type Wake } from '../order.ts';
import { lagMs } from './replica-lag.ts';

export type OwnWrite = NonNullable<OrderRecord['ownWrite']>;

/** What a run came to. */
export interface WrittenBack {
  note: NoteState;
  refusals: Refusal[];
  /** Whether the note was changed. */
  wrote: boolean;
  /** When the order was last changed before we wrote, epoch ms; null where that could not be read. */
  changedBefore: number | null;
  /** The order as our last change left it; null where it cannot be read. */
  ownWrite: OwnWrite | null;
  /** Shopify shows the order no more, or will not have its note changed. */
  mayBeGone: boolean;
}

/** What a run had read before it wrote. */
interface Run {
  seen: OrderRecord;
  shown: readonly DeliveryRecord[];
  written: WrittenBack;
}

export const ownWriteOf = ({ note, updatedAt }: { note: string | null; updatedAt: string }): OwnWrite => ({
  updatedAt: Date.parse(updatedAt),
  noteHash: noteHash(note),
});

/** The delivery as it must be for its line to be looked at again. */
export function unwritten(delivery: DeliveryRecord): DeliveryRecord {
  return { ...delivery, writtenBackAt: null, note: 'pending' };
}

/** The delivery to be written anew, by a due time that tells a run which wrote before that. */
export function owed(delivery: DeliveryRecord, now: number): DeliveryRecord {
  return { ...unwritten(delivery), dueAt: now };
}

/** Buyers and the shop's own automations hear of what is written: of older drivers only where a person asks for it. */
const takenUpMs = 7 * 86_400_000;

/** What Shopify forbade in the last week is owed again, where the shop has granted more since: at `grantedAt`, epoch ms. */
export function oweForbidden({ deliveries, now }: OrderAggregate, grantedAt: number): Decided<null> {
  const isGranted = ({ forbiddenAt }: Refusal): boolean => forbiddenAt !== undefined && forbiddenAt <= grantedAt;
  const isOld = ({ forbiddenAt = now }: Refusal): boolean => forbiddenAt < now - takenUpMs;
  const again = deliveries
    .filter(({ refusals }) => refusals.some(isGranted))
    .map((delivery) => {
      const left = delivery.refusals.filter((why) => !isGranted(why) || isOld(why));
      const refusals = left.map((why) => (isGranted(why) ? forGood(why) : why));
      return { ...(left.length < delivery.refusals.length ? owed(delivery, now) : delivery), refusals };
    });
  return { change: again.length > 0 ? { deliveries: again, wakes: [{ at: null }] } : null, result: null };
}

const forGood = ({ forbiddenAt: _, ...refusal }: Refusal): Refusal => refusal;

/**
 * Marks what was written. What changed or was placed meanwhile keeps waiting for its own run; where another run wrote what
 * became of it between our reading and our writing, ours may stand over that, and it is written anew.
 */
export function settleWriteBack(aggregate: OrderAggregate, run: Run): Decided<null> {
  const { order: current, deliveries: stored, now } = aggregate;
  const { seen, shown, written } = run;
  const writeAgain: Wake[] = [{ at: null }];
  if (!current) return { change: null, result: null };
  if (isOvertaken(seen, current, written.ownWrite)) {
    const again = stored.filter(({ placedAt }) => placedAt !== null).map((delivery) => owed(delivery, now));
    return { change: { deliveries: again, wakes: writeAgain }, result: null };
  }
  const known = new Map(shown.map((delivery) => [delivery.orderReference, delivery]));
  const marked = stored
    .filter((delivery) => {
      const before = known.get(delivery.orderReference);
      return standsAlike(before, delivery) && !isLeftSince(before, delivery);
    })
    .map((delivery) => marks(delivery, written, now));
  const outdated = stored.filter((d) => d.placedAt !== null && !standsAlike(known.get(d.orderReference), d));
  const readAt = readAfter(current, written, now);
  return {
    change: {
      order: {
        ...current,
        ownWrite: written.ownWrite ?? current.ownWrite,
        shopifyUpdatedAt: seenBefore(current, written),
        dueAt: readAt ?? current.dueAt,
        updatedAt: now,
      },
      deliveries: [...marked, ...outdated.map((delivery) => owed(delivery, now))],
      wakes: [...(outdated.length > 0 ? writeAgain : []), ...(readAt === null ? [] : [{ at: readAt }])],
    },
    result: null,
  };
}

/** Another run failed in its writing since, or found it outdated: what it wrote may stand over ours, so its due time stays. */
function isLeftSince(before: DeliveryRecord | undefined, { writtenBackAt, dueAt }: DeliveryRecord): boolean {
  return writtenBackAt === null && dueAt !== null && dueAt !== before?.dueAt;
}

/** When what was found asks for the order to be read, epoch ms: one that is gone a replica may show a moment longer. */
function readAfter(order: OrderRecord, written: WrittenBack, now: number): number | null {
  if (isChangedSince(order, written)) return now;
  return written.mayBeGone ? now + lagMs : null;
}

/** The echo of our write would stand for what somebody changed since the order was read, and whose webhook may be lost. */
function isChangedSince({ shopifyUpdatedAt, ownWrite }: OrderRecord, { changedBefore }: WrittenBack): boolean {
  return changedBefore !== null && changedBefore > Math.max(shopifyUpdatedAt, ownWrite?.updatedAt ?? 0);
}

/**
 * Shopify's times are whole seconds. Under our write in the very second of what was read another change may lie: only
 * the echo of our write shows that none does, and a sweep looks where it does not come. What another run has read with
 * our note in it is newer than our write.
 */
function seenBefore({ shopifyUpdatedAt, noteHash }: OrderRecord, { wrote, ownWrite }: WrittenBack): number {
  const isUnder = wrote && ownWrite?.updatedAt === shopifyUpdatedAt && ownWrite.noteHash !== noteHash;
  return isUnder ? shopifyUpdatedAt - 1 : shopifyUpdatedAt;
}

function marks(delivery: DeliveryRecord, { note, refusals }: WrittenBack, now: number): DeliveryRecord {
  const others = delivery.refusals.filter(({ of }) => of !== 'note' && of !== 'details');
  return { ...delivery, writtenBackAt: now, note, refusals: [...refusals, ...others], dueAt: null, failures: 0 };
}

/** While this run went on, another one wrote another note and may have known of fewer deliveries: it is looked at again. */
function isOvertaken(
  { ownWrite: seen }: OrderRecord,
  { ownWrite: stored }: OrderRecord,
  own: OwnWrite | null,
): boolean {
  if (own === null || stored === null || stored.noteHash === own.noteHash) return false;
  return stored.updatedAt !== seen?.updatedAt || stored.noteHash !== seen.noteHash;
}

type Shown = Pick<DeliveryRecord, 'orderReference' | 'state' | 'service'>;

/**
 * What the order's note should say of each delivery. A cancelled one says so where its line stands, so that no slot
 * stands that nobody keeps; a line that a person took away is not put back for it.
 *
 * @param zones IANA: where the driver drives, and the shop's own.
 */
export function linesOf(deliveries: readonly Shown[], zones: { timeZone: string; shopTimeZone: string }): NoteLine[] {
  return deliveries.map(({ orderReference, state, service }) => {
    const deliveryId = service?.deliveryId ?? null;
    if (state === 'cancelled') {
      return { reference: orderReference, text: cancelledText(deliveryId), onlyInPlace: true };
    }
    return { reference: orderReference, text: slotText(service?.slot ?? null, { ...zones, deliveryId }) };
  });
}

/** The value of the app's metafield: the truth about each delivery, and whether the note says it too. */
export function detailsOf(deliveries: readonly Shown[], note: NoteState): string {
  return JSON.stringify(deliveries.map((delivery) => ({ ...detailOf(delivery), note })));
}

/** Whether what was written about the one holds for the other too. */
export function standsAlike(written: Shown | undefined, now: Shown): boolean {
  return written !== undefined && JSON.stringify(detailOf(written)) === JSON.stringify(detailOf(now));
}

function detailOf({ orderReference, state, service }: Shown) {
  return {
    reference: orderReference,
    id: service?.deliveryId ?? null,
    slot: state === 'cancelled' ? null : (service?.slot ?? null),
    state,
  };
}
