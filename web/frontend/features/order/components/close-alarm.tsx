import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { showToast } from '../../../app-bridge.ts';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { useAcknowledge } from '../api/change-order.ts';

interface Props {
  orderId: string;
  delivery: Pick<DeliveryView, 'orderReference' | 'alarm'>;
  /** Of the press; `toast`: what is said once it is done. */
  words: { label: string; hint: string; toast: string };
  /** Presses beside it. */
  children?: ReactNode;
}

/** The press of a person who has dealt with what went wrong after booking: who and when is kept. */
export function CloseAlarm({ orderId, delivery: { orderReference, alarm }, words, children }: Props) {
  const { t } = useTranslation();
  const acknowledge = useAcknowledge(orderId);
  const close = () =>
    alarm === null
      ? undefined
      : acknowledge.mutate({ orderReference, alarm }, { onSuccess: () => showToast(words.toast) });
  return (
    <>
      <MutationProblem mutation={acknowledge} title={t('drift.doneFailed')} />
      <InlineStack gap="200">
        {children}
        <Press label={words.label} hint={words.hint} loading={acknowledge.isPending} onPress={close} />
      </InlineStack>
    </>
  );
}
