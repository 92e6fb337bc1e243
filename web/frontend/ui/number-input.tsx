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
}

/** A field for a number; keeps what is typed (`1,`) while the value behind it is read from it. */
export function NumberInput({ value, onChange, optional = false, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && Object.is(read(typed, optional), value) ? typed : write(value);
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(read(text, optional));
      }}
    />
  );
}

function read(text: string, optional: boolean): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return optional ? null : Number.NaN;
  return Number(trimmed);
}

function write(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value);
}
