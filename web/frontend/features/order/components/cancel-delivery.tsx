import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '#api-contract/order.ts';
import { showToast } from '../../../app-bridge.ts';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { useCancelDelivery } from '../api/change-order.ts';

interface Props {
  orderId: string;
  orderReference: string;
  /** The press that asked for it is gone: the keyboard goes on to the question. */
  takesFocus?: boolean;
  onDone?: () => void;
}

/** Cancels the booked driver, after saying what that means. */
export function CancelDelivery({ orderId, orderReference, takesFocus = false, onDone }: Props) {
  const { t } = useTranslation();
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) question.current?.focus();
  }, [takesFocus]);
  const cancel = useCancelDelivery(orderId);
  const done = ({ deliveries }: OrderView) => {
    const isOver = deliveries.some((one) => one.orderReference === orderReference && one.state === 'cancelled');
    showToast(t(isOver ? 'cancel.done' : 'cancel.begun'));
    onDone?.();
  };
  return (
    <BlockStack gap="300">
      <MutationProblem mutation={cancel} title={t('cancel.failed')} />
      <div ref={question} tabIndex={-1}>
        <Text as="p">{t('cancel.text')}</Text>
      </div>
      <InlineStack>
        <Press
          destructive
          label={t('cancel.confirm', { reference: orderReference })}
          loading={cancel.isPending}
          onPress={() => cancel.mutate(orderReference, { onSuccess: done })}
        />
      </InlineStack>
    </BlockStack>
  );
}
