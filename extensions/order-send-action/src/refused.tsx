import { useOrder } from '#extensions/parts/use-order.ts';
import { t } from './frame.tsx';

interface Props {
  orderId: string;
  orderReference: string;
}

/** Why a delivery waits for a person though none of its fields is at fault: in the delivery service's own words, where it said any. */
export function Refused({ orderId, orderReference }: Props) {
  const { answer } = useOrder(orderId, t('language'));
  const deliveries = answer?.kind === 'ok' ? answer.body.deliveries : [];
  const reason = deliveries.find((one) => one.orderReference === orderReference)?.reason;
  if (!reason) return null;
  return (
    <s-banner tone="warning" heading={t('notSent')}>
      <s-paragraph>{reason.message}</s-paragraph>
      {reason.serviceMessage ? <s-paragraph>{t('serviceSays', { words: reason.serviceMessage })}</s-paragraph> : null}
    </s-banner>
  );
}
