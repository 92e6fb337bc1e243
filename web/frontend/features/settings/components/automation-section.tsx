import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocations } from '../../../shared/api/get-locations.ts';
import { useFromOverview } from '../../../shared/api/get-overview.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import type { AutomationPart } from '../automation-form.ts';
import type { FormPart } from '../settings-form.ts';
import { ConditionFields } from './condition-fields.tsx';
import { ModeFields } from './mode-fields.tsx';
import { RulesInWords } from './rules-in-words.tsx';
import { TimingFields } from './timing-fields.tsx';

/** Which orders are sent, and when; said back in plain words. */
export function AutomationSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  const locations = useLocations();
  const fields = {
    rules: value.automation,
    change: useCallback<AutomationPart['change']>((changes) => change('automation', changes), [change]),
    errorOf: useCallback<AutomationPart['errorOf']>((name) => errorOf(`automation.${name}`), [errorOf]),
    found: locations.data,
    currency: useFromOverview(({ shop }) => shop.currency),
  };
  return (
    <Section title={t('automation.title')} intro={t('automation.intro')}>
      <BlockStack gap="500">
        <RulesInWords rules={value.automation} />
        <Text as="p">
          <Anchor url="/rehearsal">{t('automation.rehearse')}</Anchor>
        </Text>
        <ModeFields {...fields} />
        <TimingFields {...fields} />
        <ConditionFields {...fields} />
      </BlockStack>
    </Section>
  );
}
