import { useTranslation } from 'react-i18next';
import type { RuleTrace } from '#api-contract/order.ts';
import { Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import { RuleTable } from './rule-table.tsx';

/** Each rule with what it looked at and what it said. */
export function WhySection({ rules }: { rules: RuleTrace[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('why.title')}>
      {rules.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('why.none')}
        </Text>
      ) : (
        <RuleTable rules={rules} />
      )}
    </Section>
  );
}
