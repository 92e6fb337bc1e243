import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/panel.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { Section } from '../../../ui/section.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { useReasonTexts } from '../../reason/reason-texts.ts';
import { useTimes } from '../../shop/times.ts';

/** More than these are a list of their own. */
const shown = 5;

/** What waits for a person, newest first, each with its fix. */
export function WaitingList({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const texts = useReasonTexts();
  const times = useTimes();
  const { waiting } = overview;
  if (waiting.length === 0) return null;
  return (
    <Section title={t('waiting.title')} badge={<Mark tone="critical">{String(waiting.length)}</Mark>}>
      <ul className="panel-list">
        {waiting.slice(0, shown).map(({ orderId, orderName, orderReference, reason, since }) => {
          const { message, nextStep } = texts(reason);
          const order = orderName ?? orderReference ?? orderId;
          return (
            <li key={`${orderId} ${orderReference}`}>
              <InlineStack align="space-between" blockAlign="center" gap="300">
                <div className="panel-grow">
                  <BlockStack gap="050">
                    <Text as="h3" variant="headingSm">
                      {`${order}: ${message}`}
                    </Text>
                    {nextStep === null ? null : <Text as="p">{nextStep}</Text>}
                    <Text as="p" tone="subdued">
                      {t('waiting.since', { time: times.dateTime(since) })}
                    </Text>
                  </BlockStack>
                </div>
                <Press label={t('waiting.fix')} hint={t('waiting.fixOrder', { order })} url={`/orders/${orderId}`} />
              </InlineStack>
            </li>
          );
        })}
      </ul>
      {waiting.length > shown ? (
        <Text as="p">
          <Anchor url="/deliveries?state=needs_attention">{t('waiting.all', { count: waiting.length })}</Anchor>
        </Text>
      ) : null}
    </Section>
  );
}
