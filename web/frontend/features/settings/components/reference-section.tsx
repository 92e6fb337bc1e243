import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FormPart } from '../settings-form.ts';

/** How this shop's deliveries are told from those of others on the same account. */
export function ReferenceSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  const { prefix } = value.reference;
  return (
    <Section title={t('reference.title')}>
      <TextInput
        label={t('reference.prefix')}
        value={prefix}
        onChange={(typed) => change('reference', { prefix: typed })}
        help={t('reference.help', { example: `${prefix}1001` })}
        error={errorOf('reference.prefix')}
      />
    </Section>
  );
}
