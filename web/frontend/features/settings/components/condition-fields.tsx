import { useTranslation } from 'react-i18next';
import { OneOf, SeveralOf } from '../../../ui/choices.tsx';
import { Expander } from '../../../ui/expander.tsx';
import { BlockStack, InlineGrid } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { fieldsOf, readPostcode, writePostcode } from '../automation-form.ts';

/** As Shopify names them. */
const provinces = [
  'Eastern Cape',
  'Free State',
  'Gauteng',
  'KwaZulu-Natal',
  'Limpopo',
  'Mpumalanga',
  'North West',
  'Northern Cape',
  'Western Cape',
];

const checked = ['includeTags', 'excludeTags', 'minValue', 'maxWeightKg', 'postcodes'];

/** Further conditions, all optional. */
export const ConditionFields = fieldsOf(
  ['includeTags', 'excludeTags', 'minValue', 'maxWeightKg', 'askAtRisk', 'postcodes', 'provinces', 'locationIds'],
  function ConditionFields({ rules, change, errorOf, found, currency }) {
    const { t } = useTranslation();
    const locations = (found?.locations ?? []).filter(({ isFulfillmentService }) => !isFulfillmentService);
    return (
      <Expander label={t('automation.conditions')} staysOpen={checked.some((name) => errorOf(name) !== undefined)}>
        <BlockStack gap="400">
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
            <ListInput
              label={t('automation.includeTags')}
              values={rules.includeTags}
              onChange={(includeTags) => change({ includeTags })}
              error={errorOf('includeTags')}
            />
            <ListInput
              label={t('automation.excludeTags')}
              values={rules.excludeTags}
              onChange={(excludeTags) => change({ excludeTags })}
              error={errorOf('excludeTags')}
            />
            <NumberInput
              label={t('automation.minValue')}
              optional
              value={rules.minValue}
              onChange={(minValue) => change({ minValue })}
              money
              prefix={currency}
              error={errorOf('minValue')}
            />
            <NumberInput
              label={t('automation.maxWeight')}
              optional
              value={rules.maxWeightKg}
              onChange={(maxWeightKg) => change({ maxWeightKg })}
              suffix="kg"
              error={errorOf('maxWeightKg')}
            />
          </InlineGrid>
          <OneOf
            label={t('automation.risk')}
            value={rules.askAtRisk}
            onChange={(askAtRisk) => change({ askAtRisk })}
            options={(['high', 'medium', 'never'] as const).map((value) => ({
              value,
              label: t(`automation.risks.${value}`),
            }))}
          />
          <ListInput
            label={t('automation.postcodes')}
            values={rules.postcodes.map(writePostcode)}
            onChange={(postcodes) => change({ postcodes: postcodes.map(readPostcode) })}
            help={t('automation.postcodesHelp')}
            error={errorOf('postcodes')}
          />
          <SeveralOf
            label={t('automation.provinces')}
            options={[...new Set([...provinces, ...rules.provinces])].map((value) => ({
              value,
              label: t(`province.${value}`, { defaultValue: value }),
            }))}
            values={rules.provinces}
            onChange={(chosen) => change({ provinces: chosen })}
          />
          {locations.length === 0 ? null : (
            <SeveralOf
              label={t('automation.locations')}
              options={locations.map(({ id, name, address }) => ({ value: id, label: name, help: address }))}
              values={rules.locationIds}
              onChange={(locationIds) => change({ locationIds })}
            />
          )}
        </BlockStack>
      </Expander>
    );
  },
);
