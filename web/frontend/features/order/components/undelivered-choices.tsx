import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { Press } from '../../../ui/press.tsx';
import { CloseAlarm } from './close-alarm.tsx';
import { SendAsNew } from './send-as-new.tsx';

/** What a person may decide about goods that nobody took in, or may have; nothing of it happens by itself. */
export function UndeliveredChoices({ orderId, delivery }: { orderId: string; delivery: DeliveryView }) {
  const { t } = useTranslation();
  const { orderReference: reference } = delivery;
  // Where the goods are is not known: they are not kept at the shop.
  const press = delivery.progress === 'on_its_way' ? 'drift.settled' : 'undelivered.keep';
  const words = {
    label: t(press),
    hint: t(press === 'drift.settled' ? 'drift.settledHint' : 'undelivered.keepHint', { reference }),
    toast: t(`${press}Toast`),
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
