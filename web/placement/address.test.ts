import { describe, expect, it } from 'vitest';
import { type AddressParts, type AddressProblem, addressLine, inSouthAfricaByName, postcode } from './address.ts';

const wale: AddressParts = {
  address1: '71 Wale St',
  address2: 'Schotsche Kloof',
  city: 'Cape Town',
  province: 'Western Cape',
  provinceCode: 'WC',
  zip: '8001',
  country: 'South Africa',
  countryCode: 'ZA',
};

describe('addressLine', () => {
  it.each<[string, Partial<AddressParts>, string]>([
    ['writes every part in order', {}, '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa'],
    [
      'puts the company first',
      { company: 'Acme' },
      'Acme, 71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
    ],
    [
      'never drops the suburb',
      { address2: 'Unit 5' },
      '71 Wale St, Unit 5, Cape Town, Western Cape, 8001, South Africa',
    ],
    [
      'keeps a leading zero',
      { city: 'Pretoria', province: 'Gauteng', zip: '0083' },
      '71 Wale St, Schotsche Kloof, Pretoria, Gauteng, 0083, South Africa',
    ],
    [
      'puts back a lost leading zero',
      { city: 'Pretoria', province: 'Gauteng', zip: '083' },
      '71 Wale St, Schotsche Kloof, Pretoria, Gauteng, 0083, South Africa',
    ],
    [
      'puts back two lost zeros',
      { city: 'Pretoria', province: 'Gauteng', zip: '83' },
      '71 Wale St, Schotsche Kloof, Pretoria, Gauteng, 0083, South Africa',
    ],
    [
      'puts back three lost zeros',
      { city: 'Pretoria', province: 'Gauteng', zip: '2' },
      '71 Wale St, Schotsche Kloof, Pretoria, Gauteng, 0002, South Africa',
    ],
    [
      'writes a province code as its name',
      { province: 'KZN', provinceCode: null },
      '71 Wale St, Schotsche Kloof, Cape Town, KwaZulu-Natal, 8001, South Africa',
    ],
    [
      'takes the province from its code',
      { province: null },
      '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
    ],
    [
      'keeps a province it does not know',
      { province: 'Cape' },
      '71 Wale St, Schotsche Kloof, Cape Town, Cape, 8001, South Africa',
    ],
    [
      'keeps a code it does not know',
      { province: null, provinceCode: 'XX' },
      '71 Wale St, Schotsche Kloof, Cape Town, XX, 8001, South Africa',
    ],
    [
      'names the country behind the code',
      { country: null },
      '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
    ],
    [
      'keeps another country code',
      { country: null, countryCode: 'LS' },
      '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, LS',
    ],
    [
      'cleans spaces, controls and marks',
      { address1: ' 71\tWale\u0000 St,\r\n', address2: '\u202aSchotsche\u00a0Kloof\u202c' },
      '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
    ],
    [
      'says nothing twice',
      { company: '71 wale st', address2: 'CAPE TOWN' },
      '71 Wale St, CAPE TOWN, Western Cape, 8001, South Africa',
    ],
    [
      'sees repeats inside a part',
      { address1: '71 Wale St, Cape Town, 8001', address2: null },
      '71 Wale St, Cape Town, 8001, Western Cape, South Africa',
    ],
    [
      'keeps a city that the company is named after',
      { company: 'Cape Town' },
      'Cape Town, 71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
    ],
    ['composes accents', { address2: 'Andre\u0301' }, '71 Wale St, André, Cape Town, Western Cape, 8001, South Africa'],
    ['does without postcode', { zip: null }, '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, South Africa'],
  ])('%s', (_guarantee, changes, line) => {
    expect(addressLine({ ...wale, ...changes })).toEqual({ ok: true, line });
  });

  it.each<[Partial<AddressParts>, AddressProblem]>([
    [{ address1: null }, 'street_missing'],
    [{ address1: ' ,\u200b ' }, 'street_missing'],
    [{ address1: '.' }, 'street_unusable'],
    [{ address1: '-' }, 'street_unusable'],
    [{ address1: '???' }, 'street_unusable'],
    [{ address1: 'N/A' }, 'street_unusable'],
    [{ address1: '0' }, 'street_unusable'],
    [{ address1: '12' }, 'street_unusable'],
    [{ address1: 'NULL' }, 'street_unusable'],
    [{ address1: 'Lorem ipsum dolor' }, 'street_unusable'],
    [{ address1: 'cape  town' }, 'street_unusable'],
    [{ address1: 'Cape Town, South Africa' }, 'street_unusable'],
    [{ address1: 'Kaapstad, Wes-Kaap, 8001', city: 'Kaapstad', province: 'Wes-Kaap' }, 'street_unusable'],
    [{ address1: '8001 Cape Town', address2: null }, 'street_unusable'],
    [{ address1: 'Western Cape' }, 'street_unusable'],
    [{ city: null }, 'city_missing'],
    [{ city: '' }, 'city_missing'],
    [{ city: '-' }, 'city_missing'],
  ])('refuses %j: %s', (changes, problem) => {
    expect(addressLine({ ...wale, ...changes })).toEqual({ ok: false, problem });
  });

  it.each(['N/A', 'n.a.', '-', '--', 'null', 'None', '.', '0'])('leaves out %j, which only fills a field', (filler) => {
    expect(addressLine({ ...wale, company: filler, address2: filler })).toEqual({
      ok: true,
      line: '71 Wale St, Cape Town, Western Cape, 8001, South Africa',
    });
  });

  it.each(['Nana', '5', 'Unit 0', '#12'])('keeps %j, which says something', (address2) => {
    expect(addressLine({ ...wale, address2 })).toMatchObject({ line: expect.stringContaining(address2) });
  });

  it('cuts an endless address visibly', () => {
    const result = addressLine({ ...wale, address1: 'x'.repeat(5000) });
    expect(result).toMatchObject({ ok: true, line: expect.stringMatching(/^x{999}…$/) });
  });
});

describe('inSouthAfricaByName', () => {
  it.each<[string | null, string | null, string | null, string]>([
    ['ZA', null, null, 'yes'],
    ['za', 'Somewhere', null, 'yes'],
    ['NA', 'South Africa', null, 'no'],
    [null, 'South Africa', null, 'yes'],
    [null, 'Suid-Afrika', null, 'yes'],
    [null, 'Botswana', 'Gauteng', 'no'],
    ['', '', 'Gauteng', 'yes'],
    [null, null, null, 'unknown'],
  ])('code %s, country %s, province %s: %s', (countryCode, country, province, answer) => {
    expect(inSouthAfricaByName({ countryCode, country, province })).toBe(answer);
  });
});

it.each([
  'Cape Town Rd',
  '12 Cape Town',
  'R44 Cape Town',
  'Capetonian Court, Cape Town',
  '80010, Cape Town',
  'N1, South Africa',
])('takes %s for a street of Cape Town', (address1) => {
  expect(addressLine({ ...wale, address1 })).toMatchObject({ ok: true });
});

it.each([
  ['three digits of another country', '100', 'LS'],
  ['what only fills the field', '0', 'ZA'],
])('leaves %s alone', (_what, zip, countryCode) => {
  expect(postcode({ ...wale, zip, countryCode })).toBe(zip);
});
