import { useTranslation } from 'react-i18next';
import { Anchor } from '../../../../ui/anchor.tsx';
import { Expander } from '../../../../ui/expander.tsx';
import { BlockStack, Text } from '../../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../../ui/notice.tsx';
import { useWhy } from '../../../../ui/phrase-texts.ts';
import { Progress } from '../../../../ui/progress.tsx';
import { Section } from '../../../../ui/section.tsx';
import { type OrderResult, useBulkSend } from '../bulk-send.tsx';

/** Progress of a bulk send, then what became of each order. */
export function BulkSendNotice() {
  const { t } = useTranslation();
  const { total, results, isRunning, dismiss } = useBulkSend();
  if (total === 0) return null;
  if (isRunning) {
    const progress = t('bulk.progress', { done: results.length, total });
    return (
      <Section title={t('bulk.running')} intro={t('bulk.leave')}>
        <Progress done={results.length} total={total} label={t('bulk.running')} />
        <Text as="p">
          <span role="status">{progress}</span>
        </Text>
      </Section>
    );
  }
  const sent = results.filter(({ ok }) => ok);
  // Perhaps sent, perhaps not: nobody here knows.
  const unknown = results.filter(({ ok, message }) => !ok && message === null);
  const failed = results.filter(({ ok, message }) => !ok && message !== null);
  const title = () => {
    const counts = { sent: sent.length, failed: failed.length };
    if (unknown.length > 0) return t('bulk.noAnswer', { count: unknown.length, ...counts });
    return failed.length === 0 ? t('bulk.allSent', { count: sent.length }) : t('bulk.someFailed', counts);
  };
  return (
    <Notice tone={sent.length === results.length ? 'success' : 'warning'} title={title()} onDismiss={dismiss}>
      <BlockStack gap="200">
        {unknown.length === 0 ? null : <Results results={unknown} />}
        {failed.length === 0 ? null : (
          <>
            <NoticeText>{t('bulk.failedText')}</NoticeText>
            <Results results={failed} />
          </>
        )}
        {sent.length === 0 ? null : (
          <Expander label={t('bulk.showSent', { count: sent.length })}>
            <Results results={sent} />
          </Expander>
        )}
      </BlockStack>
    </Notice>
  );
}

function Results({ results }: { results: OrderResult[] }) {
  const { t } = useTranslation();
  const whyOf = useWhy();
  return (
    <ul className="panel-results">
      {results.map(({ orderId, orderName, message, why }) => (
        <li key={orderId}>
          <Anchor url={`/deliveries/${orderId}`}>{orderName}</Anchor>
          {` ${message === null ? t('bulk.notReached') : whyOf(why, message)}`}
        </li>
      ))}
    </ul>
  );
}
