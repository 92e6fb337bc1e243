import { describe, expect, it } from 'vitest';
import { settings as settingsSchema } from '#api-contract/settings.ts';
import { type CheckoutCart, type CheckoutContext, checkoutOffer, hasHoursToOffer } from './checkout-rate.ts';
import { offerInWords } from './checkout-words.ts';

const zone = 'Africa/Johannesburg';
/** An instant of Monday, 23 November, in the driver's zone; from 24:00 on, the next day. */
const at = (hour: number): number => Date.parse('2026-11-23T00:00:00+02:00') + hour * 3_600_000;
const cart: CheckoutCart = {
  ...{ country: 'ZA', province: 'WC', postcode: '8001', address1: '71 Wale St', address2: null, phone: null },
  city: 'Hermanus',
  ...{ items: [{ quantity: 2, grams: 1_000 }], cents: 40_000, currency: 'ZAR' },
};
const context: CheckoutContext = { now: at(10), timeZone: zone, hasKey: true, isWorking: true };
const rate = { enabled: true, price: 80 };

function offered(changes: object = {}, more: Partial<CheckoutCart> = {}, when: Partial<CheckoutContext> = {}) {
  const settings = settingsSchema.parse({ checkoutRate: rate, ...changes });
  return checkoutOffer({ ...cart, ...more }, settings, { ...context, ...when });
}
const goods = (quantity: number, grams: number): Partial<CheckoutCart> => ({ items: [{ quantity, grams }] });
const whenOpen = (open: string, close: string, more: object = {}) => ({
  locations: { 9001: { hours: [{ day: 'monday', open, close }], ...more } },
});

describe('the price', () => {
  const bands = [
    { from: '7000', to: '7999', price: 60 },
    { from: '8000', to: '8099', price: 95.5 },
  ];
  it.each<[string, object, Partial<CheckoutCart>, number]>([
    ['is the flat one', {}, {}, 8_000],
    ['is that of the postcode', { bands }, {}, 9_550],
    ['is the flat one outside the bands', { bands }, { postcode: '0001' }, 8_000],
    ['is the flat one without a postcode', { bands }, { postcode: null }, 8_000],
    ['is nothing from a value on', { freeAbove: 400 }, {}, 0],
    ['is the flat one below that value', { freeAbove: 400.01 }, {}, 8_000],
  ])('%s', (_case, more, changes, cents) => {
    expect(offered({ checkoutRate: { ...rate, ...more } }, changes)?.cents).toBe(cents);
  });
});

it.each<[string, object, Partial<CheckoutCart>, Partial<CheckoutContext>]>([
  ['it is switched off', { checkoutRate: { enabled: false } }, {}, {}],
  ['the shop sells in another currency', {}, { currency: 'USD' }, {}],
  ['there is no key', {}, {}, { hasKey: false }],
  ['orders can not be read or booked', {}, {}, { isWorking: false }],
  ['the buyer names a post box', {}, { address1: 'PO Box 12' }, {}],
  ['the buyer names a box of a town', {}, { address1: 'Box 12, Hermanus 8001' }, {}],
  ['the buyer names a private bag', {}, { address1: 'PostNet Suite 4', address2: 'Private Bag X1' }, {}],
  ['the buyer names the town for a street', {}, { address1: 'Hermanus, Western Cape' }, {}],
  ['the buyer names no street', {}, { address1: 'N/A' }, {}],
  ['the buyer names a number without its street', {}, { address1: '12' }, {}],
  ['the buyer names a number abroad', {}, { phone: '+44 20 7946 0958' }, {}],
  ['the shop is paused', { paused: true }, {}, {}],
  ['the shop is in test mode', { automation: { testMode: true } }, {}, {}],
  ['people send by hand', { automation: { mode: 'manual' } }, {}, {}],
  ['orders need a tag', { automation: { includeTags: ['today'] } }, {}, {}],
  ['the buyer lives abroad', {}, { country: 'NA' }, {}],
  ['the province is not served', { automation: { provinces: ['GP'] } }, {}, {}],
  ['the province is not known', { automation: { provinces: ['WC'] } }, { province: 'Nowhere' }, {}],
  ['the postcode is not served', { automation: { postcodes: ['8002'] } }, {}, {}],
  ['the goods are worth too little', { automation: { minValue: 400.01 } }, {}, {}],
  ['the goods weigh too much', { automation: { maxWeightKg: 1.9 } }, {}, {}],
  ['goods without a weight are too much', { automation: { maxWeightKg: 4.9 } }, goods(5, 0), {}],
  ['one weighs more than is plausible', {}, goods(1, 100_001), {}],
  ['there are more of one than is plausible', {}, goods(101, 10), {}],
  ['the cut-off is over', { automation: { cutOff: '10:00' } }, {}, {}],
  ['the edit window passes the cut-off', edited(30, '10:30'), {}, {}],
  ['it is closed for today', whenOpen('08:00', '10:00'), {}, {}],
  ['it is a closed day', whenOpen('08:00', '17:00', { closedDays: ['2026-11-23'] }), {}, {}],
  ['it is never open', { locations: { 9001: { closedDays: closedDays(70) } } }, {}, {}],
])('is not offered where %s', (_case, changes, more, when) => {
  expect(offered(changes, more, when)).toBeNull();
});

it.each(['082 123 4567', '+27 82 123 4567', '082 123 45', ''])('is offered to a buyer who typed %j', (phone) => {
  expect(offered({}, { phone })).not.toBeNull();
});

it.each<Partial<CheckoutCart>>([
  { address1: null },
  { address1: '' },
  { address1: '12', city: null },
  { address1: 'Hermanus Rd 5' },
  { address1: '4512 Hermanus' },
])('is offered as far as the address is typed: %j', (typed) => {
  expect(offered({}, typed)).not.toBeNull();
});

it('is not offered outside the bands where nothing else has a price', () => {
  const settings = settingsSchema.parse({ checkoutRate: rate });
  const unpriced = { ...settings, checkoutRate: { ...settings.checkoutRate, price: null } };
  expect(checkoutOffer(cart, unpriced, context)).toBeNull();
});

it.each<[string, object]>([
  ['province', { automation: { provinces: ['Western Cape'] } }],
  ['postcode', { automation: { postcodes: [{ from: '8000', to: '8005' }] } }],
  ['value', { automation: { minValue: 400 } }],
  ['weight', { automation: { maxWeightKg: 2 } }],
  ['weight and number of one item', { parcel: { maxWeightKg: 1, maxQuantity: 2 } }],
  ['cut-off', { automation: { cutOff: '10:01' } }],
])('is offered up to the limit of the %s', (_case, changes) => {
  expect(offered(changes)).toEqual({ cents: 8_000 });
});

it.each<[string, object]>([
  ['and nobody closes', {}],
  ['until the location closes', whenOpen('08:00', '10:01')],
  ['and the location opens yet', whenOpen('12:00', '17:00')],
  ['and the edit window ends within its hours', { ...whenOpen('08:00', '11:31'), ...edited(90, null) }],
  ['and only a location that is not served has closed', elsewhere('08:00', '09:00')],
])('is offered while hours of today are left, %s', (_case, changes) => {
  expect(offered(changes)).toEqual({ cents: 8_000 });
});

describe('hours to offer it in', () => {
  const mondays = (open: string, close: string) => ({ hours: [{ day: 'monday', open, close }] });
  const both = (one: object, other: object) => ({ locations: { 9001: one, 9002: other } });
  it.each<[string, object, boolean]>([
    ['there are where nobody closes', {}, true],
    ['there are where two locations share some', both(mondays('08:00', '12:00'), mondays('11:00', '17:00')), true],
    ['there are where the other location has none', both(mondays('08:00', '12:00'), {}), true],
    ['there are once the holidays are over', whenOpen('08:00', '17:00', { closedDays: ['2026-11-23'] }), true],
    ['there are none where they share none', both(mondays('08:00', '12:00'), mondays('12:00', '17:00')), false],
    ['there are none past the cut-off', { ...whenOpen('12:00', '17:00'), automation: { cutOff: '11:00' } }, false],
    ['there are none where all days are closed', whenOpen('08:00', '17:00', { closedDays: closedDays(70) }), false],
  ])('%s', (_case, changes, expected) => {
    const settings = settingsSchema.parse({ checkoutRate: rate, ...changes });
    expect(hasHoursToOffer(settings, context)).toBe(expected);
  });
});

it.each<[string | null, string, string]>([
  ['en-ZA', 'Same-day delivery', 'Today'],
  [null, 'Same-day delivery', 'Today'],
  ['fr', 'Same-day delivery', 'Today'],
  ['af-ZA', 'Aflewering op dieselfde dag', 'Vandag'],
  ['AF', 'Aflewering op dieselfde dag', 'Vandag'],
  ['zu-ZA', 'Ukulethwa ngosuku olufanayo', 'Namuhla'],
  ['constructor', 'Same-day delivery', 'Today'],
])('reads for %s', (locale, name, description) => {
  expect(offerInWords(locale)).toEqual({ name, description });
});

function edited(editWindowMinutes: number, cutOff: string | null) {
  return { automation: { trigger: 'afterEditWindow', editWindowMinutes, cutOff } };
}

function elsewhere(open: string, close: string) {
  return { ...whenOpen(open, close), automation: { locationIds: ['9002'] } };
}

function closedDays(count: number): string[] {
  const day = (index: number) => new Date(at(12) + index * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index) => day(index));
}
