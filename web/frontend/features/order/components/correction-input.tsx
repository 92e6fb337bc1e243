import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CorrectableField } from '#api-contract/correctable-fields.ts';
import { usePhrases } from '../../../ui/phrase-texts.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { isOptional } from '../correction-rules.ts';
import type { FieldError } from '../fix-form-state.ts';

interface Props {
  field: CorrectableField;
  value: string;
  /** What would be sent without a correction. */
  initial: string;
  /** Where that value came from, in the API's words. */
  origin: string | undefined;
  error: FieldError;
  onChange: (value: string) => void;
}

/** One value of the request, to be corrected. */
export function CorrectionInput({ field, value, initial, origin, error: found, onChange }: Props) {
  const { t } = useTranslation();
  const phrase = usePhrases();
  const label = t(`field.${field}`);
  const example = t(`fix.example.${field.replace(/^(dropoff|pickup)_/, '')}`, { defaultValue: '' });
  const error = found === null ? undefined : wordsOf(found, t);
  const isPhone = field.endsWith('_phone');
  return (
    <TextInput
      label={isOptional(field) ? t('fix.optional', { label }) : label}
      value={value}
      onChange={onChange}
      error={error}
      help={[
        error === undefined ? example : '',
        origin && initial !== '' ? t('fix.from', { origin: phrase(origin) }) : '',
      ]
        .filter(Boolean)
        .join(' ')}
      {...(isPhone ? { type: 'tel' as const, inputMode: 'tel' as const } : {})}
      lines={field.endsWith('_remarks') || field.endsWith('_address') ? 2 : undefined}
    />
  );
}

function wordsOf(error: NonNullable<FieldError>, t: TFunction): string {
  if ('words' in error) return error.words;
  return t(`fix.error.${error.key}`, { value: error.value, count: error.count ?? 0 });
}
