import { expect, test } from 'vitest';
import { correctionError } from '#frontend/features/order/correction-rules.ts';
import { normalisePhone } from '#placement/phone.ts';

const isTaken = (typed: string) => normalisePhone(typed).ok;
const mayBeSent = (typed: string) => correctionError('dropoff_contact_phone', typed) === null;

test.each([
  '821234567',
  '+270821234567',
  'Tel: 082 123 4567',
  '082 123 4567 (John)',
  'O82 123 4567',
  '082–123–4567',
  '٠٨٢١٢٣٤٥٦٧',
  '\u202a+27 82 123 4567\u202c',
])('the panel sends %j, which the app takes', (typed) => {
  expect([isTaken(typed), mayBeSent(typed)]).toEqual([true, true]);
});

test('the panel keeps back no number that the app takes, however it is pieced together', () => {
  const starts = ['', '+', '00', '+27', '27', '0027', '(+27)', '+27 (0)', '270', '+27 0', 'Tel '];
  const numbers = [
    '821234567',
    '0821234567',
    '82 123 4567',
    '(082) 123-4567',
    '(0)82.123.4567',
    '082123456',
    '8212345678',
  ];
  const ends = ['', ' ', '/', '+', ' x12', ' ext 5', ' / 083 765 4321', '/8', ' (work)'];
  const typed = starts.flatMap((start) => numbers.flatMap((number) => ends.map((end) => start + number + end)));
  expect(typed.filter(isTaken).length).toBeGreaterThan(100);
  expect(typed.filter((one) => isTaken(one) && !mayBeSent(one))).toEqual([]);
});
