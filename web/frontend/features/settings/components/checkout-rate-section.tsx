import { useTranslation } from 'react-i18next';
import type { Settings } from '#api-contract/settings.ts';
import { YesNo } from '../../../ui/choices.tsx';
import { BlockStack, InlineGrid, Text } from '../../../ui/layout.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Section } from '../../../ui/section.tsx';
import type { FormPart } from '../settings-form.ts';
import { NeverOffered } from './never-offered.tsx';
import { OfferedTooWidely } from './offered-too-widely.tsx';
import { RateBands } from './rate-bands.tsx';

/** Same-day delivery as a rate at checkout: on or off, and its price. */
export function CheckoutRateSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  const rate = value.checkoutRate;
  const set = (changes: Partial<Settings['checkoutRate']>) => change('checkoutRate', changes);
  return (
    <Section title={t('checkoutRate.title')} intro={t('checkoutRate.intro')}>
      <BlockStack gap="400">
        <YesNo
          label={t('checkoutRate.enabled')}
          help={t('checkoutRate.enabledHelp')}
          value={rate.enabled}
          onChange={(enabled) => set({ enabled })}
          error={errorOf('checkoutRate.enabled')}
        />
        <Text as="p" tone="subdued">
          {t('checkoutRate.plan')}
        </Text>
        {rate.enabled ? (
          <>
            <NeverOffered rules={value.automation} />
            <OfferedTooWidely automation={value.automation} locations={value.locations} />
            <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
              <NumberInput
                label={t('checkoutRate.price')}
                optional
                money
                prefix="R"
                value={rate.price}
                onChange={(price) => set({ price })}
                help={t('checkoutRate.priceHelp')}
                error={errorOf('checkoutRate.price')}
              />
              <NumberInput
                label={t('checkoutRate.freeAbove')}
                optional
                money
                prefix="R"
                value={rate.freeAbove}
                onChange={(freeAbove) => set({ freeAbove })}
                help={t('checkoutRate.freeAboveHelp')}
                error={errorOf('checkoutRate.freeAbove')}
              />
            </InlineGrid>
            <RateBands bands={rate.bands} onChange={(bands) => set({ bands })} error={errorOf('checkoutRate.bands')} />
          </>
        ) : null}
      </BlockStack>
    </Section>
  );
}
