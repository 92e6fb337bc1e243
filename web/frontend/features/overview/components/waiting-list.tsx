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
  const { waiting, driftAlarms, undelivered, dataRequests } = overview;
  const all = waiting.length + driftAlarms + undelivered + dataRequests.open;
  if (all === 0) return null;
  return (
    <Section title={t('waiting.title')} badge={<Mark tone="critical">{String(all)}</Mark>}>
      <ul className="panel-list">
        {undelivered > 0 ? (
          <Row
            title={t('waiting.undelivered', { count: undelivered })}
            texts={[t('waiting.undeliveredText')]}
            action={{ label: t('waiting.seeUndelivered'), url: '/deliveries?view=changed' }}
          />
        ) : null}
        {driftAlarms > 0 ? (
          <Row
            title={t('waiting.changed', { count: driftAlarms })}
            texts={[t('waiting.changedText')]}
            action={{ label: t('waiting.seeChanged'), url: '/deliveries?view=changed' }}
          />
        ) : null}
        {waiting.slice(0, shown).map(({ orderId, orderName, orderReference, reason, since }) => {
          const { message, nextStep } = texts(reason);
          const order = orderName ?? orderReference ?? orderId;
          return (
            <Row
              key={`${orderId} ${orderReference}`}
              title={`${order}: ${message}`}
              texts={nextStep === null ? [] : [nextStep]}
              note={t('waiting.since', { time: times.dateTime(since) })}
              action={{ label: t('waiting.fix'), hint: t('waiting.fixOrder', { order }), url: `/orders/${orderId}` }}
            />
          );
        })}
        {dataRequests.nextDueAt === null ? null : (
          <Row
            title={t('waiting.dataRequests', { count: dataRequests.open })}
            texts={[t('waiting.dataRequestsText', { date: times.date(dataRequests.nextDueAt) })]}
            action={{ label: t('waiting.seeRequests'), url: '/data-requests' }}
          />
        )}
      </ul>
      {waiting.length > shown ? (
        <Text as="p">
          <Anchor url="/deliveries?state=needs_attention">{t('waiting.all', { count: waiting.length })}</Anchor>
        </Text>
      ) : null}
    </Section>
  );
}

interface RowProps {
  title: string;
  texts: string[];
  note?: string;
  action: { label: string; url: string; hint?: string };
}

/** One thing that waits, with the press that leads to it. */
function Row({ title, texts, note, action }: RowProps) {
  return (
    <li>
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <div className="panel-grow">
          <BlockStack gap="050">
            <Text as="h3" variant="headingSm">
              {title}
            </Text>
            {texts.map((text) => (
              <Text as="p" key={text}>
                {text}
              </Text>
            ))}
            {note === undefined ? null : (
              <Text as="p" tone="subdued">
                {note}
              </Text>
            )}
          </BlockStack>
        </div>
        <Press {...action} />
      </InlineStack>
    </li>
  );
}
