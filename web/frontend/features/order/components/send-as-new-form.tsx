import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeliveryView, sendBody } from '#api-contract/order.ts';
import { showToast } from '../../../app-bridge.ts';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem, ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useSendOrder } from '../api/change-order.ts';
import { usePreview } from '../api/get-order.ts';

interface Props {
  orderId: string;
  delivery: DeliveryView;
  reason: string;
  onReason: (typed: string) => void;
}

/** A second driver for the same goods: needs a reason, and the reference the preview gave, so that it goes out once. */
export function SendAsNewForm({ orderId, delivery: old, reason, onReason }: Props) {
  const { orderReference, inDoubt } = old;
  const { t } = useTranslation();
  const preview = usePreview(orderId, true);
  const send = useSendOrder(orderId);
  const [isPressed, setPressed] = useState(false);

  if (preview.isPending) return <Loading lines={2} />;
  const delivery = preview.data?.deliveries.find((one) => one.orderReference === orderReference);
  if (preview.error || !delivery) {
    return (
      <ProblemNotice
        error={preview.error ?? new Error('the preview lacks this delivery')}
        title={t('fix.failed')}
        onRetry={() => void preview.refetch()}
      />
    );
  }
  const body = { mode: 'new', orderReference, newReference: delivery.newReference, reason } as const;
  const submit = () => {
    setPressed(true);
    const parsed = sendBody.safeParse(body);
    if (!parsed.success) return;
    send.mutate(parsed.data, { onSuccess: () => showToast(t('order.sentToast')) });
  };
  return (
    <FormFrame onSubmit={submit}>
      <BlockStack gap="300">
        {inDoubt ? (
          <Notice tone="warning" title={t('sendNew.doubtTitle', { reference: orderReference })}>
            <NoticeText>{t('sendNew.doubt', { reference: orderReference })}</NoticeText>
          </Notice>
        ) : null}
        <Text as="p">{t('sendNew.text', { reference: delivery.newReference })}</Text>
        <MutationProblem mutation={send} title={t('order.sendFailed')} />
        <TextInput
          label={t('sendNew.reason')}
          help={t('sendNew.reasonHelp')}
          value={reason}
          onChange={onReason}
          maxLength={500}
          error={isPressed && reason.trim() === '' ? t('sendNew.reasonMissing') : undefined}
        />
        <InlineStack>
          <Press submit label={t('sendNew.send', { reference: delivery.newReference })} loading={send.isPending} />
        </InlineStack>
      </BlockStack>
    </FormFrame>
  );
}
