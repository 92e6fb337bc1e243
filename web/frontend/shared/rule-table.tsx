import { useTranslation } from 'react-i18next';
import type { RuleTrace } from '#api-contract/order.ts';
import { BlockStack, Text } from '../ui/layout.ts';
import { SimpleTable } from '../ui/simple-table.tsx';
import { Mark } from '../ui/state-badge.tsx';
import { useRuleTexts } from './rule-texts.ts';

const tones = { pass: 'success', fail: 'attention', not_applied: undefined } as const;

/** The why-trace. */
export function RuleTable({ rules }: { rules: RuleTrace[] }) {
  const { t } = useTranslation();
  const textsOf = useRuleTexts();
  return (
    <SimpleTable
      caption={t('why.title')}
      headings={[t('why.rule'), t('why.input'), t('why.result')]}
      rows={rules.map((rule) => {
        const tone = tones[rule.result];
        const { name, input, message } = textsOf(rule);
        return {
          key: rule.rule,
          cells: [
            name,
            input,
            <BlockStack key="result" gap="100" inlineAlign="start">
              <Mark {...(tone ? { tone } : {})}>{t(`why.${rule.result}`)}</Mark>
              <Text as="span" tone="subdued">
                {message}
              </Text>
            </BlockStack>,
          ],
        };
      })}
    />
  );
}
