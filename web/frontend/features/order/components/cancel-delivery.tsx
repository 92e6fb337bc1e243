import { useTranslation } from 'react-i18next';
import { showToast } from '../../../app-bridge.ts';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useCancelDelivery } from '../api/cancel-delivery.ts';

/** Calls the driver off, after saying what that means. */
export function CancelDelivery({ orderId, orderReference }: { orderId: string; orderReference: string }) {
  const { t } = useTranslation();
  const cancel = useCancelDelivery(orderId);
  return (
    <BlockStack gap="300">
      {cancel.error ? <ProblemNotice error={cancel.error} title={t('cancel.failed')} onDismiss={cancel.reset} /> : null}
      <Text as="p">{t('cancel.text')}</Text>
      <InlineStack>
        <Press
          destructive
          label={t('cancel.confirm', { reference: orderReference })}
          loading={cancel.isPending}
          onPress={() => cancel.mutate(orderReference, { onSuccess: () => showToast(t('cancel.done')) })}
        />
      </InlineStack>
    </BlockStack>
  );
}
