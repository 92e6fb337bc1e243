import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { type NoteLine, writeNoteLines } from '#placement/note-line.ts';
import { slotText } from '#placement/slot-text.ts';
import type { DeliveryRecord, OrderRecord } from './delivery.ts';
import { AppError } from './errors.ts';
import { followUp } from './follow-up.ts';
import { noteHash } from './note-hash.ts';
import type { Change } from './order-aggregate.ts';
import type { Ports, ShopRecord } from './shop-ports.ts';

/**
 * Writes the slot of every placed delivery into the order: one note line each, and the app's metafield, which is the
 * truth where the note cannot be written. Reads the note right before and after the write; a line that somebody
 * overwrote in between is written again by the next run. Never goes back to placing. `again` is set for a run after one
 * that failed or died: what that one wrote may have landed after another run's lines, so all of them are looked at.
 *
 * @throws AppError where Shopify fails, or the note was overwritten meanwhile: the job tries again.
 */
export async function writeBack(
  ports: Ports,
  shopDomain: ShopDomain,
  orderId: OrderId,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  const shop = await ports.shops.shop(shopDomain);
  if (!shop || shop.uninstalledAt !== null) return;
  const { order, deliveries } = await ports.orders.load(shopDomain, orderId);
  const shown = deliveries.filter((delivery) => delivery.placedAt !== null);
  if (!order || shown.length === 0) return;
  if (!again && shown.every((delivery) => delivery.writtenBackAt !== null)) return;

  const wanted = shop.settings.writeBack.note;
  await writeMetafield(ports, order, shown, wanted ? 'written' : 'off');
  const note = wanted ? await planNote(ports, shop, order, shown) : offNote;
  if (note.result === 'too_long') await writeMetafield(ports, order, shown, note.result);
  const ownWrite = note.result === 'written' ? await writeNote(ports, shop, orderId, note) : note.ownWrite;
  ports.events.noteWritten(note.result);
  const written = await ports.orders.change(shopDomain, orderId, ({ order: current, deliveries: stored, now }) => {
    if (!current) return { change: null, result: null };
    if (isOvertaken(order, current, ownWrite)) {
      const again = stored.filter(({ placedAt }) => placedAt !== null).map(unwritten);
      return { change: { order: current, deliveries: again, wakes: [{ kind: 'write_back', at: null }] }, result: null };
    }
    const next = { ...current, ownWrite: ownWrite ?? current.ownWrite, updatedAt: now };
    return { change: { order: next, ...afterNote(stored, shown, note.result, now) }, result: null };
  });
  if (written.kind === 'done') await followUp(ports, shop, orderId, written.after.deliveries);
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

/**
 * What was written is marked; a delivery placed meanwhile keeps waiting for its own job. Where another run has written
 * such a delivery's line between our reading and our writing, our note may have taken it away again: it is written anew.
 */
function afterNote(
  stored: readonly DeliveryRecord[],
  shown: readonly DeliveryRecord[],
  result: NotePlan['result'],
  now: number,
): Pick<Change, 'deliveries' | 'wakes'> {
  const known = new Set(shown.map(({ orderReference }) => orderReference));
  const noteWritten = result === 'written' || result === 'unchanged';
  const marked = stored.filter(({ orderReference }) => known.has(orderReference));
  const missed = stored.filter(
    ({ orderReference, writtenBackAt }) => !known.has(orderReference) && writtenBackAt !== null,
  );
  const again = result === 'written' ? missed : [];
  return {
    deliveries: [
      ...marked.map((delivery) => ({ ...delivery, writtenBackAt: now, noteWritten })),
      ...again.map(unwritten),
    ],
    wakes: again.length > 0 ? [{ kind: 'write_back', at: null }] : [],
  };
}

const unwritten = (delivery: DeliveryRecord): DeliveryRecord => ({
  ...delivery,
  writtenBackAt: null,
  noteWritten: false,
});

type OwnWrite = NonNullable<OrderRecord['ownWrite']>;
type NotePlan =
  | { result: 'written'; note: string; lines: NoteLine[]; ownWrite: null }
  | { result: 'unchanged'; ownWrite: OwnWrite }
  | { result: 'too_long' | 'off'; ownWrite: null };
const offNote: NotePlan = { result: 'off', ownWrite: null };

/** Reads the note and works out what it should become. */
async function planNote(
  ports: Ports,
  shop: ShopRecord,
  order: OrderRecord,
  deliveries: DeliveryRecord[],
): Promise<NotePlan> {
  const lines = deliveries.map((delivery) => ({
    reference: delivery.orderReference,
    text: slotText(delivery.service?.slot ?? null, {
      timeZone: ports.courier.timeZone,
      shopTimeZone: shop.timeZone,
      deliveryId: delivery.service?.deliveryId ?? null,
    }),
  }));
  const before = await ports.shopify.readNote(shop.shop, order.orderId);
  if (!before) return offNote;
  const wanted = writeNoteLines(before.note, lines);
  if ('tooLong' in wanted) return { result: 'too_long', ownWrite: null };
  if (!wanted.changed) return { result: 'unchanged', ownWrite: ownWriteOf(before) };
  return { result: 'written', note: wanted.note, lines, ownWrite: null };
}

async function writeNote(
  ports: Ports,
  shop: ShopRecord,
  orderId: OrderId,
  { note, lines }: Extract<NotePlan, { result: 'written' }>,
): Promise<OwnWrite> {
  await ports.shopify.writeNote(shop.shop, orderId, note);
  const after = await ports.shopify.readNote(shop.shop, orderId);
  const kept = after && writeNoteLines(after.note, lines);
  if (after && kept && !('tooLong' in kept) && !kept.changed) return ownWriteOf(after);
  throw new AppError({
    code: 'note_overwritten',
    retryable: true,
    merchantMessage: 'Somebody changed the order note while the delivery time was being written.',
    nextStep: 'Nothing to do: it is written again.',
  });
}

const ownWriteOf = ({ note, updatedAt }: { note: string | null; updatedAt: string }): OwnWrite => ({
  updatedAt: Date.parse(updatedAt),
  noteHash: noteHash(note),
});

/** Before the note, so that the note's read, write and check stand next to each other and end the order's changes. */
async function writeMetafield(
  ports: Ports,
  { shop, orderId }: OrderRecord,
  deliveries: DeliveryRecord[],
  note: NotePlan['result'],
): Promise<void> {
  await ports.shopify.writeMetafields(shop, orderId, {
    deliveries: JSON.stringify(deliveries.map((delivery) => metafieldOf(delivery, note))),
  });
}

function metafieldOf(delivery: DeliveryRecord, note: NotePlan['result']) {
  return {
    reference: delivery.orderReference,
    id: delivery.service?.deliveryId ?? null,
    slot: delivery.service?.slot ?? null,
    state: delivery.state,
    note,
  };
}
