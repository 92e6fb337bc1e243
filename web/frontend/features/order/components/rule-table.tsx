import { useTranslation } from 'react-i18next';
import type { RuleTrace } from '#api-contract/order.ts';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { SimpleTable } from '../../../ui/simple-table.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { useRuleName } from '../../reason/reason-texts.ts';

const tones = { pass: 'success', fail: 'attention', not_applied: undefined } as const;

/** The why-trace. */
export function RuleTable({ rules }: { rules: RuleTrace[] }) {
  const { t } = useTranslation();
  const nameOf = useRuleName();
  return (
    <SimpleTable
      caption={t('why.title')}
      headings={[t('why.rule'), t('why.input'), t('why.result')]}
      rows={rules.map((rule) => {
        const tone = tones[rule.result];
        return {
          key: rule.rule,
          cells: [
            nameOf(rule),
            rule.input,
            <BlockStack key="result" gap="100" inlineAlign="start">
              <Mark {...(tone ? { tone } : {})}>{t(`why.${rule.result}`)}</Mark>
              <Text as="span" tone="subdued">
                {rule.message}
              </Text>
            </BlockStack>,
          ],
        };
      })}
    />
  );
}
