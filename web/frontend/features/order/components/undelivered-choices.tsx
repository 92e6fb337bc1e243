import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { showToast } from '../../../app-bridge.ts';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useAcknowledge } from '../api/change-order.ts';
import { SendAsNew } from './send-as-new.tsx';

/** What a person may decide about goods that nobody took in; nothing of it happens by itself. */
export function UndeliveredChoices({ orderId, delivery }: { orderId: string; delivery: DeliveryView }) {
  const { orderReference, alarm } = delivery;
  const { t } = useTranslation();
  const acknowledge = useAcknowledge(orderId);
  const keep = () =>
    alarm === null
      ? undefined
      : acknowledge.mutate({ orderReference, alarm }, { onSuccess: () => showToast(t('undelivered.keptToast')) });
  return (
    <>
      {acknowledge.error ? (
        <ProblemNotice error={acknowledge.error} title={t('drift.doneFailed')} onDismiss={acknowledge.reset} />
      ) : null}
      <InlineStack gap="200">
        <Press label={t('undelivered.refund')} url={`shopify://admin/orders/${orderId.replace(/^.*\//, '')}`} />
        <Press
          label={t('undelivered.keep')}
          hint={t('undelivered.keepHint', { reference: orderReference })}
          loading={acknowledge.isPending}
          onPress={keep}
        />
      </InlineStack>
      <SendAsNew orderId={orderId} delivery={delivery} />
    </>
  );
}
