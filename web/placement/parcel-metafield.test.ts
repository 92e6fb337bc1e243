import { describe, expect, it } from 'vitest';
import { readParcelMetafield } from './parcel-metafield.ts';

const parcel = { height: 0.1, width: 0.2, length: 0.4 };

describe('readParcelMetafield', () => {
  it.each([
    ['{"height":0.1,"width":0.2,"length":0.4}', parcel],
    ['{"heightM":0.1,"widthM":0.2,"lengthM":0.4}', parcel],
    ['{"height":"0,1","width":" 0.2 ","length":"1","note":"x"}', { height: 0.1, width: 0.2, length: 1 }],
    ['10 x 20 x 40 cm', parcel],
    [' 100×200X400mm ', parcel],
    ['1,200 x 600 x 1.000 mm', { height: 1.2, width: 0.6, length: 1 }],
    ['1,250 x 0,600 x 0.4 m', { height: 1.25, width: 0.6, length: 0.4 }],
    ['12,5 x 304.800 x 40 mm', { height: 0.0125, width: 0.3048, length: 0.04 }],
    ['1.250 x 30.480 x 40 cm', { height: 0.0125, width: 0.3048, length: 0.4 }],
    ['0,1 * 0.2 * 0.4 m', parcel],
    ['[{"value":10,"unit":"cm"},{"value":200,"unit":"mm"},{"value":0.4,"unit":"m"}]', parcel],
    [
      '[{"value":1,"unit":"INCHES"},{"value":1.0,"unit":"FEET"},{"value":1,"unit":"YARDS"}]',
      { height: 0.0254, width: 0.3048, length: 0.9144 },
    ],
  ])('reads %s', (text, measures) => {
    expect(readParcelMetafield(text)).toEqual(measures);
  });

  it.each([
    null,
    '',
    'null',
    '{',
    '[]',
    '5',
    '{"height":0.1,"width":0.2}',
    '{"height":0,"width":1,"length":1}',
    '{"height":-1,"width":1,"length":1}',
    '{"height":11,"width":1,"length":1}',
    '{"height":1e999,"width":1,"length":1}',
    '{"height":"10 cm","width":1,"length":1}',
    '{"height":true,"width":1,"length":1}',
    '{"__proto__":{"height":1}}',
    '10 x 20 x 30',
    '10 x 20 cm',
    '1 m x 20 x 30 cm',
    '10 x 20 x 30 parsecs',
    '1.2.3 x 20 x 30 cm',
    '2000 x 20 x 30 cm',
    '[{"value":10,"unit":"cm"},{"value":20,"unit":"cm"}]',
    '[{"value":10,"unit":"ells"},{"value":20,"unit":"cm"},{"value":20,"unit":"cm"}]',
  ])('takes %s for no metafield', (text) => {
    expect(readParcelMetafield(text)).toBeNull();
  });
});
