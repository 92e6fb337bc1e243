import { describe, expect, it } from 'vitest';
import { checkoutServiceCode } from './checkout-words.ts';
import { deliveryDay, promisedBy, readDay } from './delivery-day.ts';

const zone = 'Africa/Johannesburg';

describe('readDay', () => {
  it.each([
    '2026-11-25',
    '2026/11/25',
    '2026.11.25',
    '2026-11-25T14:00:00Z',
    '2026-11-25 14:00',
    '2026-11-24T22:00:00.000Z',
    '2026-11-24T22:00Z',
    '2026-11-25T00:00:00Z',
    '2026-11-25T00:00:00.000+02:00',
    '2026-11-25T21:59:59+0000',
    '2026-11-25T23:30',
    '2026-11-25T99:00:00Z',
    '2026-11-24 22:00:00 UTC',
    '2026-11-24 22:00:00Z',
    '2026-11-24 22:00:00 +0000',
    '2026-11-24 22:00:00+00',
    '2026-11-24 22:00:00.123456+00:00',
    '2026-11-24 22:00 GMT',
    '2026-11-24 22:00 utc',
    '2026-11-24 22:00z',
    '2026-11-24 22 UTC',
    '2026/11/24 22:00:00 +00:00',
    '2026-11-24 22:00:00 +0000 UTC',
    '2026-11-24T22:00:00+00',
    '2026-11-24T2200Z',
    '2026-11-24T22:00Z[UTC]',
    '2026-11-24T22:00+00:00[Africa/Abidjan]',
    '2026-11-24 22:00 GMT+0',
    '2026-11-24 17:00:00 -0500',
    '2026-11-24 17:00 GMT-5',
    '2026-11-24T10:00-12:00',
    '2026-11-25 00:00:00 +0200',
    '2026-11-25 00:00:00 +0200 SAST',
    '2026-11-25 00:00 UTC+02:00',
    '2026-11-25 9:00 UTC',
    '2026-11-25T22:00:00+02',
    '2026-11-25T00:00+02:00[Africa/Johannesburg]',
    '2026-11-25 99:00 UTC',
    '25-11-2026',
    '25/11/2026',
    '25.11.2026',
    '25 Nov 2026',
    '25 november 2026',
    '25th November, 2026',
    'Wed, 25 Nov 2026',
    'Wednesday 25 November 2026',
    'Nov 25, 2026',
    'Wednesday, November 25th 2026',
    '25-Nov-2026',
    '25/Nov/2026',
    'Woensdag, 25 November 2026',
    'NgoLwesithathu, 25 Novemba 2026',
    '25 Nov. 2026',
    'Wo. 25 Nov. 2026',
    'Wed., 25 Nov. 2026',
    'Nov. 25, 2026',
    '2026/11/25, 10:00:00',
    '2026/11/24, 22:00:00 UTC',
  ])('reads %s', (text) => {
    expect(readDay(text, zone)?.toISO()).toBe('2026-11-25T00:00:00.000+02:00');
  });

  it.each([
    '2026-11-25 22:00',
    '2026/11/25 22:00:00',
    '2026-11-25 22:00:00 SAST',
    '2026-11-25 22:00 CAT',
    '2026-11-25 22:00 Africa/Johannesburg',
    '2026-11-25 10:00 AM',
    '2026-11-25 10:00pm',
    '2026-11-25 22h00',
    '2026-11-25 10:00 - 12:00',
    '2026-11-25 10:00-12:00',
    '2026-11-25 10:00 -12:00',
    '2026-11-25 10-12',
    '2026-11-25 1000-1200',
    '2026-11-25 10.00-12.00',
    '2026-11-25 10:00 – 12:00',
    '2026-11-25 10:00:00 - 12:00:00',
    '2026-11-25 between 10 and 12',
    '2026-11-25 14:00:00-16:00',
    '2026-11-25 01:30 +30 min',
    '2026-11-25 01:30 +2 hours',
    '2026-11-25 01:30 +27 82 123 4567',
    '2026-11-25 10:00 to 12:00',
    '2026-11-25 after 14:00 please',
    '2026-11-25 UTC',
    '2026-11-25 10:00 SAT',
    '2026-11-25 10:00-12:00 CPT',
    '2026-11-25 Slot 2 CT',
    '2026-11-25 10:00 Africa/Maputo',
    '2026-11-25 10:00 Pickup/Deliver',
    '2026-11-25T10-12',
  ])('leaves out the time of %s', (text) => {
    expect(readDay(text, zone)?.toISO()).toBe('2026-11-25T00:00:00.000+02:00');
  });

  it.each([
    '2026-11-24 22:00:00 EST',
    '2026-11-24T22:00:00 CEST',
    '2026-11-24 22:00 ET',
    '2026-11-24 22:00MSK',
    '2026-11-24 22:00 (BST)',
    '2026-11-24 22:00 America/New_York',
    '2026-11-24T22:00[Europe/London]',
    '2026-11-24 10:00 PM UTC',
    '2026-11-24 10pm GMT',
    '2026-11-24 10 pm utc',
    '2026-11-24 20:00 - 22:00 UTC',
    '2026-11-24 20:00-22:00 UTC',
    '2026-11-24 22:00:00 -0500 EST',
    '2026-11-24 22.00 Z',
    '2026/11/24, 22:00 EST',
  ])('leaves out no zone: %s', (text) => {
    expect(readDay(text, zone)).toBeNull();
  });

  it('takes the day before the month, as in South Africa', () => {
    expect(readDay('03/04/2026', zone)?.toISODate()).toBe('2026-04-03');
  });

  it.each([
    ['1 Mrt 2026', '2026-03-01'],
    ['1 Maart 2026', '2026-03-01'],
    ['2 Mei 2026', '2026-05-02'],
    ['3 Okt 2026', '2026-10-03'],
    ['4 Desember 2026', '2026-12-04'],
    ['5 Mashi 2026', '2026-03-05'],
    ['6 Ephreli 2026', '2026-04-06'],
    ['7 Meyi 2026', '2026-05-07'],
    ['8 Agasti 2026', '2026-08-08'],
    ['9 Disemba 2026', '2026-12-09'],
    ['10 Mrt. 2026', '2026-03-10'],
    ['11 Des. 2026', '2026-12-11'],
  ])('reads the months of Afrikaans and isiZulu: %s', (text, day) => {
    expect(readDay(text, zone)?.toISODate()).toBe(day);
  });

  it.each([
    '',
    'tomorrow',
    '25 November',
    '11/25/2026',
    '2026-02-30',
    '25-11-26',
    '25 Foo 2026',
    '20261125',
    '99',
    '11/5/2026, 10:00:00 AM',
  ])('does not guess %j', (text) => {
    expect(readDay(text, zone)).toBeNull();
  });
});

describe('deliveryDay', () => {
  const read = (attributes: [string, string | null][], promised: (string | null)[], wanted = 'Delivery-Date') => {
    const customAttributes = attributes.map(([key, value]) => ({ key, value }));
    const goods = promised.map((minDeliveryDateTime) => ({ minDeliveryDateTime }));
    const found = deliveryDay({ customAttributes }, goods, { deliveryDateAttribute: wanted }, zone);
    return found.kind === 'day' ? [found.day.toISODate(), found.isExact] : found.kind;
  };

  it.each<[string, ReturnType<typeof read>, unknown]>([
    ['none where nothing names one', read([['Gift', 'yes']], [null, 'soon']), 'none'],
    [
      'the attribute’s, whatever its case',
      read([['delivery-date', ' 25/11/2026 ']], ['2026-11-30T08:00:00Z']),
      ['2026-11-25', true],
    ],
    [
      'the first that says something',
      read(
        [
          ['Delivery-Date', ' '],
          ['Delivery-Date', null],
          ['Delivery-Date', '2026-11-25'],
        ],
        [],
      ),
      ['2026-11-25', true],
    ],
    ['unreadable where it is no date', read([['Delivery-Date', 'Tuesday']], ['2026-11-30T08:00:00Z']), 'unreadable'],
    ['not looked for where no attribute is named', read([['', '2026-11-25']], [], ''), 'none'],
    [
      'the latest that checkout promised',
      read([], ['2026-11-24T08:00:00Z', '2026-11-25T23:00:00Z', null]),
      ['2026-11-26', false],
    ],
  ])('is %s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('promisedBy', () => {
  const by = (maxDeliveryDateTime: string | null, serviceCode: string | null = 'courier') => ({
    maxDeliveryDateTime,
    serviceCode,
  });
  const ours = by(null, checkoutServiceCode);

  it.each([
    ['a method that promised nothing', [by(null)], ''],
    ['one that promised a day', [by('2026-11-23T22:00:00Z')], '2026-11-23T22:00:00Z'],
    ['our own rate: the day of the order', [ours], '2026-11-21T09:00:00Z'],
    ['the last of several', [ours, by('2026-11-24T00:00:00+02:00')], '2026-11-24T00:00:00+02:00'],
    ['one of two that promised nothing', [ours, by(null)], ''],
    ['no goods', [], ''],
  ])('is what checkout said: %s', (_name, goods, expected) => {
    expect(promisedBy({ processedAt: '2026-11-21T09:00:00Z' }, goods)).toBe(expected);
  });
});
