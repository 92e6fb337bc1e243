import { useState } from 'react';
import { TextInput } from './text-input.tsx';

interface Props {
  label: string;
  /** NaN while what is typed is no number. */
  value: number | null;
  onChange: (value: number | null) => void;
  error?: string | boolean | undefined;
  help?: string | undefined;
  prefix?: string | undefined;
  suffix?: string | undefined;
  /** True where an empty field is an answer (null); else empty is a mistake (NaN). */
  optional?: boolean;
  /** True for money, which is written by thousands with commas, too (`1,500`); shown as it was read once the field is left. */
  money?: boolean;
}

/** A field for a number; keeps what is typed (`1,`) while the value behind it is read from it. */
export function NumberInput({ value, onChange, optional = false, money = false, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => (optional && text.trim() === '' ? null : readNumber(text, money));
  const shown = typed !== null && Object.is(read(typed), value) ? typed : write(value);
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(read(text));
      }}
      // What is no number stays, beside what is wrong with it.
      onBlur={() => money && !Number.isNaN(value) && setTyped(null)}
    />
  );
}

/** `1,500`, `1 500,50`, `12'000.00`: thousands by one mark, which the decimals do not have. */
const grouped = /^[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(?!\1)([.,]\d*)?$/;

/** No power, no code of another base, no word: `Number` alone would take them. */
const plain = /^[+-]?(\d+[.,]?\d*|[.,]\d+)$/;

function readNumber(text: string, money: boolean): number {
  const trimmed = text.trim();
  const mark = grouped.exec(trimmed)?.[1];
  // But for money a comma is the decimals'.
  const digits = mark && (money || mark !== ',') ? trimmed.replaceAll(mark, '') : trimmed;
  return plain.test(digits) ? Number(digits.replace(',', '.')) : Number.NaN;
}

function write(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value);
}
