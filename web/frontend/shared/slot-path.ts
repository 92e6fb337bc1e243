import type { SlotView } from '#api-contract/order.ts';

/** The slot as the query of the screen and of the API name it. */
export function slotQuery({ start, end }: Pick<SlotView, 'start' | 'end'>): string {
  return new URLSearchParams({ start, ...(end === null ? {} : { end }) }).toString();
}

/** Where the packing list of a slot stands in the panel. */
export function packingPath(slot: SlotView): string {
  return `/packing-list?${slotQuery(slot)}`;
}
