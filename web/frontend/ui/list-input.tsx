import { InlineStack, Tag } from '@shopify/polaris';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from './form-frame.tsx';
import { TextInput } from './text-input.tsx';

interface Props {
  label: string;
  values: string[];
  onChange: (values: string[]) => void;
  help?: string | undefined;
  error?: string | undefined;
  placeholder?: string | undefined;
}

/** Several short texts: typed, then Enter, a comma or leaving the field; each is taken away by its own button. */
export function ListInput({ label, values, onChange, help, error, placeholder }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const added = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !values.includes(part));
    setTyped('');
    if (added.length > 0) onChange([...values, ...new Set(added)]);
  };
  return (
    <FormFrame onSubmit={() => add(typed)}>
      <div className="panel-stack">
        <TextInput
          label={label}
          value={typed}
          onChange={(text) => (text.includes(',') ? add(text) : setTyped(text))}
          onBlur={() => add(typed)}
          help={help ?? t('settings.listHelp')}
          error={error}
          placeholder={placeholder}
        />
        {values.length === 0 ? null : (
          <InlineStack gap="200">
            {values.map((value) => (
              <Tag key={value} onRemove={() => onChange(values.filter((other) => other !== value))}>
                {value}
              </Tag>
            ))}
          </InlineStack>
        )}
      </div>
    </FormFrame>
  );
}
