import { describe, expect, it } from 'vitest';
import { foreignCallingCode, isAlsoNumberOf, normalisePhone, type PhoneProblem, withWords } from './phone.ts';

describe('normalisePhone', () => {
  it.each([
    '082 123 4567',
    '082-123-4567',
    '(082)1234567',
    '082.123.4567',
    '082/1234567',
    '+27821234567',
    '+27 (0)82 123 4567',
    '0027821234567',
    '27821234567',
    '821234567',
    '+270821234567',
    '０８２１２３４５６７',
    '＋２７ ８２ １２３ ４５６７',
    '٠٨٢١٢٣٤٥٦٧',
    '082\u00a0123\u00a04567',
    '\u202a082 123 4567\u202c',
    '\u200e+27 82 123 4567\u200f',
    '\ufeff0821234567',
    'O82 123 4567',
    'o82 123 4567',
    'Tel: 082 123 4567',
    'tel:+27-82-123-4567',
    'Cell O82 123 4567',
    '082 123 4567 (John)',
    '082 123 4567 ext 12',
    '082 123 4567 x12',
    '082 123 4567,,12345',
    '082 123 4567,,012345#',
    '  082 123 4567\n',
    '082 123 4567 after 5pm',
    'after 17:30: 082 123 4567',
    '0821234567 na 17:00',
    '821234567 after 5pm',
    '0821234567, after 5pm',
    '0821234567 or after 5pm',
    '+27 82 123 4567 flat 12',
    '0027821234567 flat 12',
    '27 82 123 4567 (wife, after 5)',
  ])('reads %j as 0821234567', (typed) => {
    expect(normalisePhone(typed)).toEqual({ ok: true, phone: '0821234567' });
  });

  it.each([
    ['O82 OO1 4567', '0820014567'],
    ['Tel: (031) 327 2000 ext 2149', '0313272000'],
    ['Switchboard: 031 812 1400', '0318121400'],
    ['+27 21 481 3938', '0214813938'],
    ['087 123 4567', '0871234567'],
    ['080 123 4567', '0801234567'],
    ['0860 123 456', '0860123456'],
    ['0729999999', '0729999999'],
  ])('reads %j as %s', (typed, phone) => {
    expect(normalisePhone(typed)).toEqual({ ok: true, phone });
  });

  it.each<[string | null | undefined, PhoneProblem]>([
    [null, 'missing'],
    [undefined, 'missing'],
    ['', 'missing'],
    [' \u00a0\u200f', 'missing'],
    ['n/a', 'missing'],
    ['082123456', 'not_ten_digits'],
    ['08612345678', 'not_ten_digits'],
    ['112', 'not_ten_digits'],
    ['10111', 'not_ten_digits'],
    ['555-555-SHIP', 'not_ten_digits'],
    ['+44 20 7946 0958', 'not_south_african'],
    ['0044 20 7946 0958', 'not_south_african'],
    ['+1 555-555-5555', 'not_south_african'],
    ['555-625-1199', 'not_south_african'],
    ['(512) 340-0000', 'not_south_african'],
    ['(512) 340-0000 ext 12', 'not_south_african'],
    ['1-512-340-0000', 'not_south_african'],
    ['+27 512 340 0000', 'not_ten_digits'],
    ['278212345678', 'not_ten_digits'],
    ['000 000 0000', 'invalid'],
    ['0990000000', 'invalid'],
    ['call me at 5', 'invalid'],
    ['Tel: (035) 574 1004/5/6/7', 'several_numbers'],
    ['(031) 905 4222/3', 'several_numbers'],
    ['(033) 387 9007/9009', 'several_numbers'],
    ['(039) 433 1959 / 1472', 'several_numbers'],
    ['0821234567 / 0839876543', 'several_numbers'],
    ['0821234567, 0839876543', 'several_numbers'],
    ['0821234567;0839876543', 'several_numbers'],
    ['0821234567,,0839876543', 'several_numbers'],
    ['0821234567, ,0839876543', 'several_numbers'],
    ['0821234567;;0839876543', 'several_numbers'],
    ['0821234567,,27839876543', 'several_numbers'],
    ['0821234567,,+27839876543', 'several_numbers'],
    ['0821234567,839876543', 'several_numbers'],
    ['0821234567 ext 0839876543', 'several_numbers'],
    ['0821234567 x0839876543', 'several_numbers'],
    ['0821234567 #0839876543', 'several_numbers'],
    ['082 123 4567 083 987 6543', 'several_numbers'],
    ['082 123 4567\n083 987 6543', 'several_numbers'],
    ['082 123 4567 - 083 987 6543', 'several_numbers'],
    ['H: 021 555 1234 C: 082 123 4567', 'several_numbers'],
    ['082 123 4567 (work) 083 987 6543 (home)', 'several_numbers'],
    ['082 123 4567 noma 083 987 6543', 'several_numbers'],
    ['0821234567 or 0839876543', 'several_numbers'],
    ['0821234567 / wife 839876543', 'several_numbers'],
    ['08212345678 after 5pm', 'not_ten_digits'],
    ['0821234567 wife 83987654 after 5', 'several_numbers'],
    ['+44 82 123 4567 after 5pm', 'not_south_african'],
    ['0990000000 after 5pm', 'invalid'],
    ['082 123 4567 5 or 6 pm', 'not_ten_digits'],
    ['1'.repeat(5000), 'invalid'],
  ])('refuses %j as %s', (typed, problem) => {
    expect(normalisePhone(typed)).toEqual({ ok: false, problem });
  });
});

describe('withWords', () => {
  it.each(['082 123 4567 after 5pm', '0821234567 (wife)', 'after 17:30: 082 123 4567'])('keeps all of %j', (typed) => {
    expect(withWords(typed)).toBe(typed);
  });

  it.each([null, '', '082 123 4567', 'Tel: 082 123 4567', '082 123 4567 ext 12', '082123 after 5', 'after 5pm'])(
    'keeps nothing of %j',
    (typed) => {
      expect(withWords(typed)).toBeNull();
    },
  );
});

describe('a number of another country', () => {
  it.each<[string | null, string | null]>([
    ['+380 63 123 4567', '380'],
    ['0044 20 7946 0958', '44'],
    ['+27 82 123 4567', null],
    ['082 123 4567', null],
    ['n/a', null],
    [null, null],
  ])('%j names the calling code %s', (typed, code) => {
    expect(foreignCallingCode(typed)).toBe(code);
  });

  it.each<[string, string, boolean]>([
    ['063 123 4567', '380', true],
    ['o63 123 4567', '380', true],
    ['063 123 4567 after 5pm', '380', true],
    ['063 123 4567', '44', false],
    ['+27 63 123 4567', '380', false],
    ['n/a', '380', false],
  ])('%j without a country code is also one of +%s: %s', (typed, code, also) => {
    expect(isAlsoNumberOf(typed, code)).toBe(also);
  });
});
