import { cleanLines, cleanText, clip, fold } from './clean-text.ts';
import { isOwnLine } from './note-line.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';

/** The interface publishes no limit; the app's own, as in `placement-request.ts`. */
export const remarksLimit = 2000;

/**
 * What the driver is to read: the instructions that checkout asked for, the buyer's note without this app's own lines,
 * the note attributes that the merchant chose, one `name: value` per line in the merchant's order, then a phone number
 * with the words beside it (`082 123 4567 after 5pm`), for the interface takes the number alone. '' for nothing; cut
 * visibly at 2,000 characters.
 */
export function dropoffRemarks(
  order: Pick<ShopOrder, 'note' | 'customAttributes'>,
  fulfillmentOrders: readonly Pick<FulfillmentOrder, 'instructions'>[],
  attributeNames: readonly string[],
  phone: string | null = null,
): string {
  const note = cleanLines(order.note)
    .split('\n')
    .filter((line) => !isOwnLine(line))
    .join('\n');
  const attributes = attributeNames.flatMap((name) =>
    order.customAttributes
      .filter(({ key, value }) => fold(key) === fold(name) && cleanText(value) !== '')
      .map(({ key, value }) => `${cleanText(key)}: ${cleanText(value)}`),
  );
  const asked = fulfillmentOrders.map(({ instructions }) => cleanLines(instructions)).filter((text) => text !== '');
  return cleanRemarks([...new Set(asked), note, ...new Set(attributes), phone ?? ''].join('\n'));
}

/** Remarks as they are sent: no controls, no more than one blank line in a row, at most 2,000 characters. */
export function cleanRemarks(raw: string | null | undefined): string {
  return clip(cleanLines(raw).replace(/\n{3,}/gu, '\n\n'), remarksLimit);
}
