import type { NoteState } from '#api-contract/order.ts';
import type { NoteLine } from '#placement/note-line.ts';
import { cancelledText, slotText } from '#placement/slot-text.ts';
import type { DeliveryRecord } from '../delivery.ts';

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
