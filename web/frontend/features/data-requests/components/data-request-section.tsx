import { useTranslation } from 'react-i18next';
import type { DataRequestView } from '#api-contract/data-requests.ts';
import { showToast } from '../../../app-bridge.ts';
import { useTimes } from '../../../shared/times.ts';
import { useWho } from '../../../shared/who.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem, ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { useAnswerDataRequest, useDownloadDataRequest } from '../api/data-requests.ts';

/** One customer's request: until when, what is stored, and that it is done. */
export function DataRequestSection({ request }: { request: DataRequestView }) {
  const { t } = useTranslation();
  const times = useTimes();
  const whoIs = useWho();
  const download = useDownloadDataRequest(request.id);
  const answer = useAnswerDataRequest(request.id);
  const { answeredAt, answeredBy } = request;
  const title = t('dataRequests.request', { id: request.id, date: times.date(request.requestedAt) });
  return (
    <Section
      title={title}
      badge={
        answeredAt === null ? (
          <Mark tone="attention">{t('dataRequests.due', { date: times.date(request.dueAt) })}</Mark>
        ) : (
          <Mark tone="success">{t('dataRequests.answered')}</Mark>
        )
      }
    >
      {download.error ? (
        <ProblemNotice error={download.error} title={t('dataRequests.downloadFailed')} onDismiss={download.reset} />
      ) : null}
      <MutationProblem mutation={answer} title={t('dataRequests.notMarked')} />
      <Orders request={request} />
      {answeredAt === null ? null : (
        <Text as="p" tone="subdued">
          {t('dataRequests.answeredBy', { date: times.date(answeredAt), actor: whoIs(answeredBy ?? '') })}
        </Text>
      )}
      <InlineStack gap="200">
        <Press
          label={t('dataRequests.download')}
          hint={t('dataRequests.downloadNamed', { id: request.id })}
          loading={download.isPending}
          onPress={() => download.mutate(undefined, { onSuccess: () => showToast(t('dataRequests.downloaded')) })}
        />
        {answeredAt === null ? (
          <Press
            label={t('dataRequests.mark')}
            hint={t('dataRequests.markNamed', { id: request.id })}
            loading={answer.isPending}
            onPress={() => answer.mutate(undefined, { onSuccess: () => showToast(t('dataRequests.marked')) })}
          />
        ) : null}
      </InlineStack>
    </Section>
  );
}

/** Orders that are not stored can only be named by their id. */
function Orders({ request: { orders } }: { request: DataRequestView }) {
  const { t } = useTranslation();
  if (orders.length === 0) return <Text as="p">{t('dataRequests.noOrders')}</Text>;
  return (
    <InlineStack gap="200">
      <Text as="span">{t('dataRequests.orders', { count: orders.length })}</Text>
      {orders.map(({ orderId, orderName }) =>
        orderName === null ? (
          <Text as="span" key={orderId} tone="subdued">
            {t('dataRequests.notStored', { orderId })}
          </Text>
        ) : (
          <Anchor key={orderId} url={`/deliveries/${orderId}`}>
            {orderName}
          </Anchor>
        ),
      )}
    </InlineStack>
  );
}
