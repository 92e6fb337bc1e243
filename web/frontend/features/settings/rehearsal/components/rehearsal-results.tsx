import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RehearsalResult } from '#api-contract/rehearsal.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { useReasonTexts } from '../../../../shared/reason-texts.ts';
import { RuleTable } from '../../../../shared/rule-table.tsx';
import { useTimes } from '../../../../shared/times.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { Expander } from '../../../../ui/expander.tsx';
import { BlockStack, InlineStack, Text } from '../../../../ui/layout.ts';
import { ProblemNotice } from '../../../../ui/problem-notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Loading } from '../../../../ui/skeleton.tsx';
import { Mark, StateBadge } from '../../../../ui/state-badge.tsx';
import { useRehearsed, wouldSend } from '../rehearsed.ts';

type Order = RehearsalResult['orders'][number];

interface Props {
  changes: Partial<AutomationSettings>;
}

/**
 * The orders with what would become of each; those that the changed rules treat otherwise come first. Typing in a rule
 * draws nothing here before the rule has stood still.
 */
export const RehearsalResults = memo(function RehearsalResults({ changes }: Props) {
  const { t } = useTranslation();
  const { shown, orders, before, summary } = useRehearsed(changes);

  if (shown.error) {
    return <ProblemNotice error={shown.error} title={t('rehearsal.failed')} onRetry={() => void shown.refetch()} />;
  }
  if (!shown.data) return <Loading lines={10} />;
  if (shown.data.orders.length === 0) return <Empty title={t('rehearsal.empty')}>{t('rehearsal.emptyText')}</Empty>;

  return (
    <Section title={t('rehearsal.results')}>
      <div role="status" aria-busy={shown.isFetching} className="panel-summary">
        <Text as="p" fontWeight="semibold">
          {summary}
        </Text>
      </div>
      <ul className="panel-list">
        {orders.map((order) => (
          <li key={order.orderId}>
            <Outcome order={order} before={before(order)} />
          </li>
        ))}
      </ul>
    </Section>
  );
});

const Outcome = memo(function Outcome({ order, before }: { order: Order; before: Order['state'] | undefined }) {
  const { t } = useTranslation();
  const texts = useReasonTexts();
  const times = useTimes();
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {order.orderName}
        </Text>
        <Mark tone={wouldSend(order) ? 'success' : 'info'}>
          {wouldSend(order) ? t('rehearsal.wouldSend') : t(`rehearsal.would.${order.state}`)}
        </Mark>
        {before === undefined ? null : (
          <>
            <Mark tone="attention">{t('rehearsal.changed')}</Mark>
            <span className="panel-hidden">{t('rehearsal.before')}</span>
            <StateBadge state={before} />
          </>
        )}
        <Text as="span" tone="subdued">
          {times.dateTime(order.processedAt)}
        </Text>
      </InlineStack>
      {order.reason ? <Text as="p">{texts(order.reason).message}</Text> : null}
      <Expander label={t('rehearsal.why', { order: order.orderName })}>
        <RuleTable rules={order.rules} />
      </Expander>
    </BlockStack>
  );
});
