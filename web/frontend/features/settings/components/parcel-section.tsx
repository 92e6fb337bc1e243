import { useTranslation } from 'react-i18next';
import { BlockStack, InlineGrid } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FormPart } from '../settings-form.ts';

const fields = [
  ['weightKg', 'kg'],
  ['heightM', 'm'],
  ['widthM', 'm'],
  ['lengthM', 'm'],
] as const;

/** The default parcel and what the driver is told. */
export function ParcelSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  return (
    <Section title={t('parcel.title')} intro={t('parcel.intro')}>
      <BlockStack gap="400">
        <InlineGrid columns={{ xs: 2, md: 4 }} gap="300">
          {fields.map(([name, unit]) => (
            <NumberInput
              key={name}
              label={t(`parcel.${name}`)}
              value={value.parcel[name]}
              onChange={(measure) => change('parcel', { [name]: measure ?? Number.NaN })}
              suffix={unit}
              error={errorOf(`parcel.${name}`)}
            />
          ))}
        </InlineGrid>
        <TextInput
          label={t('parcel.fragileTag')}
          value={value.fragileTag}
          onChange={(tag) => change('fragileTag', tag)}
          help={t('parcel.fragileTagHelp')}
          error={errorOf('fragileTag')}
        />
        <ListInput
          label={t('parcel.instructions')}
          values={value.instructions.attributeNames}
          onChange={(attributeNames) => change('instructions', { attributeNames })}
          help={t('parcel.instructionsHelp')}
          error={errorOf('instructions.attributeNames')}
        />
      </BlockStack>
    </Section>
  );
}
