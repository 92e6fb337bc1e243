import { TextField } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What is wrong with the value, beside the field; true where it is said elsewhere. */
  error?: string | boolean | undefined;
  help?: ReactNode;
  type?: 'text' | 'tel' | 'email' | 'password' | 'search' | 'time' | 'date' | 'number';
  inputMode?: 'text' | 'decimal' | 'numeric' | 'tel';
  placeholder?: string | undefined;
  lines?: number | undefined;
  autoComplete?: string;
  prefix?: string | undefined;
  suffix?: string | undefined;
  maxLength?: number | undefined;
  labelHidden?: boolean;
  onClear?: (() => void) | undefined;
}

/** A field for text. */
export function TextInput({ help, error, lines, prefix, suffix, maxLength, placeholder, onClear, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      autoComplete={rest.autoComplete ?? 'off'}
      {...(help === undefined ? {} : { helpText: help })}
      {...(error === undefined ? {} : { error })}
      {...(lines === undefined ? {} : { multiline: lines })}
      {...(prefix === undefined ? {} : { prefix })}
      {...(suffix === undefined ? {} : { suffix })}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(onClear === undefined ? {} : { clearButton: true, onClearButtonClick: onClear })}
    />
  );
}
