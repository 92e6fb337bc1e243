import { describe, expect, it } from 'vitest';
import { provinceName, provinceOf } from './province.ts';

describe('provinceOf', () => {
  it.each([
    ['GP', 'GP'],
    ['GT', 'GP'],
    ['za-gt', 'GP'],
    ['Gauteng Province', 'GP'],
    ['NL', 'NL'],
    ['KZN', 'NL'],
    ['Kwazulu Natal', 'NL'],
    ['ZA-KZN', 'NL'],
    ['Wes-Kaap', 'WC'],
    ['western  cape', 'WC'],
    ['Oos-Kaap', 'EC'],
    ['Noord-Kaap', 'NC'],
    ['Vrystaat', 'FS'],
    ['Noordwes', 'NW'],
    ['North-West', 'NW'],
    ['Limpopo provinsie', 'LP'],
    ['mp', 'MP'],
  ])('knows %s as %s', (given, code) => {
    expect(provinceOf(given)).toBe(code);
  });

  it.each([null, undefined, '', 'Ontario', 'constructor', '__proto__'])('knows no province behind %s', (given) => {
    expect(provinceOf(given)).toBeNull();
  });

  it('names provinces in English', () => {
    expect(provinceName('NL')).toBe('KwaZulu-Natal');
  });
});
