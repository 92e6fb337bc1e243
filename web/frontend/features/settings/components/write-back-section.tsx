import { useTranslation } from 'react-i18next';
import { OneOf, YesNo } from '../../../ui/choices.tsx';
import { BlockStack } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import type { FormPart } from '../settings-form.ts';

/** What the app writes on the order once a delivery is placed. */
export function WriteBackSection({ value, change }: FormPart) {
  const { t } = useTranslation();
  return (
    <Section title={t('writeBack.title')} intro={t('writeBack.intro')}>
      <BlockStack gap="300">
        <YesNo
          label={t('writeBack.note')}
          help={t('writeBack.noteHelp')}
          value={value.writeBack.note}
          onChange={(note) => change('writeBack', { note })}
        />
        <YesNo
          label={t('writeBack.tags')}
          help={t('writeBack.tagsHelp')}
          value={value.writeBack.tags}
          onChange={(tags) => change('writeBack', { tags })}
        />
        <OneOf
          label={t('writeBack.fulfil')}
          value={value.writeBack.fulfil}
          onChange={(fulfil) => change('writeBack', { fulfil })}
          options={(['never', 'placed', 'pickedUp'] as const).map((when) => ({
            value: when,
            label: t(`writeBack.fulfils.${when}`),
            help: when === 'placed' ? t('writeBack.placedHelp') : undefined,
          }))}
        />
      </BlockStack>
    </Section>
  );
}
