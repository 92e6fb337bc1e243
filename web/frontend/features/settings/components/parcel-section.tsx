import { useTranslation } from 'react-i18next';
import { useLocations } from '../../../shared/api/get-locations.ts';
import { BlockStack, InlineGrid } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FormPart } from '../settings-form.ts';

import { MetafieldInput } from './metafield-input.tsx';

/** Metres are stored, as the service takes them; people measure a parcel in centimetres. */
const fields = [
  ['weightKg', 'kg', 1],
  ['heightM', 'cm', 100],
  ['widthM', 'cm', 100],
  ['lengthM', 'cm', 100],
] as const;

/** Without the digits that binary fractions add: 0.29 m is 29 cm. */
const rounded = (measure: number) => Math.round(measure * 1e6) / 1e6;

/** The default parcel and what the driver is told. */
export function ParcelSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  const locations = useLocations();
  return (
    <Section title={t('parcel.title')} intro={t('parcel.intro')}>
      <BlockStack gap="400">
        <InlineGrid columns={{ xs: 2, md: 4 }} gap="300">
          {fields.map(([name, unit, perUnit]) => (
            <NumberInput
              key={name}
              label={t(`parcel.${name}`)}
              value={rounded(value.parcel[name] * perUnit)}
              onChange={(measure) => change('parcel', { [name]: rounded((measure ?? Number.NaN) / perUnit) })}
              suffix={unit}
              error={errorOf(`parcel.${name}`)}
            />
          ))}
        </InlineGrid>
        <MetafieldInput
          name="metafield"
          found={locations.data?.metafields?.parcel}
          value={value.parcel.metafield}
          onChange={(metafield) => change('parcel', { metafield })}
          help={t('parcel.metafieldHelp', { example: '{"height": 0.1, "width": 0.2, "length": 0.3}' })}
          error={errorOf('parcel.metafield')}
        />
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
          <NumberInput
            label={t('parcel.maxWeightKg')}
            value={value.parcel.maxWeightKg}
            onChange={(most) => change('parcel', { maxWeightKg: most ?? Number.NaN })}
            suffix="kg"
            help={t('parcel.limits')}
            error={errorOf('parcel.maxWeightKg')}
          />
          <NumberInput
            label={t('parcel.maxQuantity')}
            value={value.parcel.maxQuantity}
            onChange={(most) => change('parcel', { maxQuantity: most ?? Number.NaN })}
            help={t('parcel.limits')}
            error={errorOf('parcel.maxQuantity')}
          />
        </InlineGrid>
        <MetafieldInput
          name="fragileMetafield"
          found={locations.data?.metafields?.fragile}
          value={value.parcel.fragileMetafield}
          onChange={(fragileMetafield) => change('parcel', { fragileMetafield })}
          help={t('parcel.fragileMetafieldHelp')}
          error={errorOf('parcel.fragileMetafield')}
        />
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
