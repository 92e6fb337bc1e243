import { expect, it } from 'vitest';
import { isPostBox } from './post-box.ts';

it.each([
  'PO Box 12',
  'P O Box 1234',
  'P.O. Box 12',
  'p.o.box 7',
  'POBox 12',
  'PO Box No. 12',
  'Post Office Box 9',
  'Postbox 31',
  'Posbus 12',
  'Pos Bus 12',
  'POSBUS nr 4',
  'Private Bag X12',
  'Private Bag 3',
  'PRIVATE BAG X 20',
  'Pvt Bag X5',
  'P/Bag X1003',
  'Privaatsak X12',
  'Privaat Sak X7',
  'Postnet Suite 12, Private Bag X1',
  'Ｐ Ｏ Ｂｏｘ 12',
])('knows %s as a box', (street) => {
  expect(isPostBox(street)).toBe(true);
});

it.each([
  null,
  '',
  '12 Main Rd',
  '12 Box St',
  '1 Boxer Rd 4',
  'Shop 3, Post Office Building, 4 Church St',
  '4 Private Rd',
  'Unit 2, Bagley Terrace 12',
  'Repo Boxing Club, 12 Long St',
  '8 Posbusweg',
])('takes %s for a street', (street) => {
  expect(isPostBox(street)).toBe(false);
});
