import { describe, expect, it } from 'vitest';
import { type AddressParts, addressLine, inSouthAfricaByName, postcode } from './address.ts';

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

  it.each<[Partial<AddressParts>, 'street' | 'city']>([
    [{ address1: null }, 'street'],
    [{ address1: ' ,\u200b ' }, 'street'],
    [{ city: null }, 'city'],
    [{ city: '' }, 'city'],
  ])('refuses %j for want of the %s', (changes, missing) => {
    expect(addressLine({ ...wale, ...changes })).toEqual({ ok: false, missing });
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

it('leaves three digits of another country alone', () => {
  expect(postcode({ ...wale, zip: '100', countryCode: 'LS' })).toBe('100');
});
