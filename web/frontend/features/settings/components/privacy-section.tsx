import { useTranslation } from 'react-i18next';
import { Anchor } from '../../../ui/anchor.tsx';
import { InlineGrid, Text } from '../../../ui/layout.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Section } from '../../../ui/section.tsx';
import type { FormPart } from '../settings-form.ts';

/** How long customer data is kept. */
export function PrivacySection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  return (
    <Section title={t('privacy.title')} intro={t('privacy.intro')}>
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
        {(['days', 'payloadDays'] as const).map((name) => (
          <NumberInput
            key={name}
            label={t(`privacy.${name}`)}
            value={value.retention[name]}
            onChange={(days) => change('retention', { [name]: days ?? Number.NaN })}
            suffix={t('measure.daysUnit')}
            help={t(`privacy.${name}Help`)}
            error={errorOf(`retention.${name}`)}
          />
        ))}
      </InlineGrid>
      <Text as="p">
        <Anchor url="/data-requests">{t('privacy.dataRequests')}</Anchor>
      </Text>
    </Section>
  );
}
