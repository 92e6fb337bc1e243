import { Checkbox, ChoiceList, Select } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface Option<V extends string> {
  value: V;
  label: string;
  help?: string | undefined;
  /** Shown below the option while it is chosen. */
  more?: ReactNode;
}

interface OneOfProps<V extends string> {
  label: string;
  options: Option<V>[];
  value: V;
  onChange: (value: V) => void;
  labelHidden?: boolean;
  error?: string | undefined;
}

/** One of a few, all visible. */
export function OneOf<V extends string>({ label, options, value, onChange, labelHidden, error }: OneOfProps<V>) {
  return (
    <ChoiceList
      title={label}
      titleHidden={labelHidden ?? false}
      {...(error === undefined ? {} : { error })}
      choices={options.map((option) => ({
        value: option.value,
        label: option.label,
        ...(option.help === undefined ? {} : { helpText: option.help }),
        ...(option.more === undefined ? {} : { renderChildren: (chosen: boolean) => (chosen ? option.more : null) }),
      }))}
      selected={[value]}
      onChange={(chosen) => {
        const next = options.find((option) => option.value === chosen[0]);
        if (next) onChange(next.value);
      }}
    />
  );
}

/** One of several, behind a menu. */
export function MenuOf<V extends string>({ label, options, value, onChange, labelHidden }: OneOfProps<V>) {
  return (
    <Select
      label={label}
      labelHidden={labelHidden ?? false}
      options={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onChange={(chosen) => {
        const next = options.find((option) => option.value === chosen);
        if (next) onChange(next.value);
      }}
    />
  );
}

interface SeveralOfProps {
  label: string;
  options: Option<string>[];
  values: string[];
  onChange: (values: string[]) => void;
}

/** Any of a few, all visible. */
export function SeveralOf({ label, options, values, onChange }: SeveralOfProps) {
  return (
    <ChoiceList
      title={label}
      allowMultiple
      choices={options.map(({ value, label: name, help }) => ({
        value,
        label: name,
        ...(help === undefined ? {} : { helpText: help }),
      }))}
      selected={values}
      onChange={onChange}
    />
  );
}

interface YesNoProps {
  label: string;
  help?: string | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
  error?: string | undefined;
}

/** Yes or no. */
export function YesNo({ label, help, value, onChange, error }: YesNoProps) {
  return (
    <Checkbox
      label={label}
      {...(help === undefined ? {} : { helpText: help })}
      {...(error === undefined ? {} : { error })}
      checked={value}
      onChange={onChange}
    />
  );
}
