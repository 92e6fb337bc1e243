import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { Press } from '../../../ui/press.tsx';
import { CloseAlarm } from './close-alarm.tsx';
import { SendAsNew } from './send-as-new.tsx';

/** What a person may decide about goods that nobody took in; nothing of it happens by itself. */
export function UndeliveredChoices({ orderId, delivery }: { orderId: string; delivery: DeliveryView }) {
  const { t } = useTranslation();
  const words = {
    label: t('undelivered.keep'),
    hint: t('undelivered.keepHint', { reference: delivery.orderReference }),
    toast: t('undelivered.keptToast'),
  };
  return (
    <>
      <CloseAlarm orderId={orderId} delivery={delivery} words={words}>
        <Press label={t('undelivered.refund')} url={`shopify://admin/orders/${orderId.replace(/^.*\//, '')}`} />
      </CloseAlarm>
      <SendAsNew orderId={orderId} delivery={delivery} />
    </>
  );
}
