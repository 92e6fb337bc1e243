import { useTranslation } from 'react-i18next';
import type { OrderView } from '#api-contract/order.ts';
import { RuleTable } from '../../../shared/rule-table.tsx';
import { useRuleTexts } from '../../../shared/rule-texts.ts';
import { Expander } from '../../../ui/expander.tsx';
import { Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';

/** Why in one sentence; behind it each rule with what it looked at and what it said. */
export function WhySection({ order: { rules, reason, deliveries } }: { order: OrderView }) {
  const { t } = useTranslation();
  const textsOf = useRuleTexts();
  const failed = rules.find(({ result }) => result === 'fail');
  const passed = t(reason === null ? 'why.allPass' : 'why.notRules');
  // The rules are tried again with every change: what is fulfilled by now has no goods left to deliver.
  const isBooked = deliveries.some(({ state }) => state === 'placed');
  const sentence = failed ? t(isBooked ? 'why.failedSince' : 'why.failed', { rule: textsOf(failed).name }) : passed;
  return (
    <Section title={t('why.title')}>
      {rules.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('why.none')}
        </Text>
      ) : (
        <>
          <Text as="p">{sentence}</Text>
          <Expander label={t('why.show', { count: rules.length })}>
            <RuleTable rules={rules} />
          </Expander>
        </>
      )}
    </Section>
  );
}
