import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { forSpreadsheets } from './for-spreadsheets.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['Thandi;=1+1', "Thandi;'=1+1"],
  ['Thandi; +27', "Thandi; '+27"],
  ['a;"@SUM(1)', `"a;""'@SUM(1)"`],
  ['a\t-1', "a\t'-1"],
  ['a;＝1', "a;'＝1"],
  ['Thandi\n=1+1', `"Thandi\n'=1+1"`],
  ['Thandi\r\n +27', `"Thandi\r\n '+27"`],
  ['12; 13 = 25', '12; 13 = 25'],
  ['a-b@example.com', 'a-b@example.com'],
])('security 10: %j runs nothing in a spreadsheet that parts cells at a semicolon or a comma', (cell, written) => {
  expect(stringify([[cell]], { ...forSpreadsheets, bom: false })).toBe(`${written}\n`);
});
