import { createHash } from 'node:crypto';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { slotText, writeNoteLines } from '#placement/note-line.ts';
import type { DeliveryRecord, OrderRecord } from './delivery.ts';
import { AppError } from './errors.ts';
import { followUp } from './follow-up.ts';
import type { Ports, ShopRecord } from './shop-ports.ts';

/**
 * Writes the slot of every placed delivery into the order: one note line each, and the app's metafield, which is the
 * truth where the note cannot be written. Reads the note right before and after the write; a line that somebody
 * overwrote in between is written again by the next run. Never goes back to placing.
 *
 * @throws AppError where Shopify fails, or the note was overwritten meanwhile: the job tries again.
 */
export async function writeBack(ports: Ports, shopDomain: ShopDomain, orderId: OrderId): Promise<void> {
  const shop = await ports.shops.shop(shopDomain);
  if (!shop || shop.uninstalledAt !== null) return;
  const { order, deliveries } = await ports.orders.load(shopDomain, orderId);
  const shown = deliveries.filter((delivery) => delivery.placedAt !== null);
  if (!order || shown.every((delivery) => delivery.writtenBackAt !== null)) return;

  const note = shop.settings.writeBack.note ? await writeNote(ports, shop, order, shown) : { result: 'off' as const };
  await ports.shopify.writeMetafields(shopDomain, orderId, {
    deliveries: JSON.stringify(shown.map((delivery) => metafieldOf(delivery, note.result))),
  });
  ports.events.noteWritten(note.result);
  await ports.orders.change(shopDomain, orderId, ({ order: current, deliveries: stored, now }) => ({
    result: null,
    change: current && {
      order: { ...current, ownWrite: 'ownWrite' in note ? note.ownWrite : current.ownWrite, updatedAt: now },
      deliveries: stored
        .filter((delivery) => delivery.placedAt !== null)
        .map((delivery) => ({ ...delivery, writtenBackAt: now, noteWritten: 'ownWrite' in note })),
    },
  }));
  await followUp(ports, shop, orderId);
}

type NoteResult =
  | { result: 'written' | 'unchanged'; ownWrite: { updatedAt: number; noteHash: string } }
  | { result: 'too_long' | 'off' };

async function writeNote(
  ports: Ports,
  shop: ShopRecord,
  order: OrderRecord,
  deliveries: DeliveryRecord[],
): Promise<NoteResult> {
  const lines = deliveries.map((delivery) => ({
    reference: delivery.orderReference,
    text: slotText(delivery.service?.slot ?? null, {
      timeZone: ports.courier.timeZone,
      shopTimeZone: shop.timeZone,
      deliveryId: delivery.service?.deliveryId ?? null,
    }),
  }));
  const before = await ports.shopify.readNote(shop.shop, order.orderId);
  if (!before) return { result: 'off' };
  const wanted = writeNoteLines(before.note, lines);
  if ('tooLong' in wanted) return { result: 'too_long' };
  if (!wanted.changed) return { result: 'unchanged', ownWrite: ownWrite(before.updatedAt, before.note) };
  await ports.shopify.writeNote(shop.shop, order.orderId, wanted.note);
  const after = await ports.shopify.readNote(shop.shop, order.orderId);
  const kept = after && writeNoteLines(after.note, lines);
  if (!after || !kept || 'tooLong' in kept || kept.changed) {
    throw new AppError({
      code: 'note_overwritten',
      retryable: true,
      merchantMessage: 'Somebody changed the order note while the delivery time was being written.',
      nextStep: 'Nothing to do: it is written again.',
    });
  }
  return { result: 'written', ownWrite: ownWrite(after.updatedAt, after.note) };
}

function ownWrite(updatedAt: string, note: string | null) {
  return { updatedAt: Date.parse(updatedAt), noteHash: noteHash(note) };
}

/** How a note is compared without being kept. */
export function noteHash(note: string | null): string {
  return createHash('sha256').update(note ?? '').digest('base64url');
}

function metafieldOf(delivery: DeliveryRecord, note: string) {
  return {
    reference: delivery.orderReference,
    id: delivery.service?.deliveryId ?? null,
    slot: delivery.service?.slot ?? null,
    state: delivery.state,
    note,
  };
}
