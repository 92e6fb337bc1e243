/** What orders say they travel by that were promised so at checkout; it never changes. */
export const checkoutServiceCode = 'same-day-delivery-rate';

interface Words {
  name: string;
  description: string;
}

const english: Words = { name: 'Same-day delivery', description: 'Today' };
const words = new Map<string | undefined, Words>([
  ['af', { name: 'Aflewering op dieselfde dag', description: 'Vandag' }],
  ['zu', { name: 'Ukulethwa ngosuku olufanayo', description: 'Namuhla' }],
]);

/**
 * The offer as a buyer reads it. No hours: those of the shop are for collecting, and the service names the slot after the order.
 *
 * @param locale of the checkout, e.g. `af-ZA`; English for every other than Afrikaans and isiZulu
 */
export const offerInWords = (locale: string | null): Words => words.get(locale?.toLowerCase().split('-')[0]) ?? english;
