import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { CallOff } from './call-off.tsx';
import { CloseAlarm } from './close-alarm.tsx';

/** What a person may do about a driver who was not cancelled: try once more what is booked while nobody has the goods, or keep the driver. */
export function NotCancelledChoices({ orderId, delivery }: { orderId: string; delivery: DeliveryView }) {
  const { t } = useTranslation();
  const { orderReference, state, progress } = delivery;
  // What is cancelled here is not kept as booked: whoever spoke with the service has dealt with it.
  const press = state === 'placed' ? 'done' : 'settled';
  const words = {
    label: t(`drift.${press}`),
    hint: t(`drift.${press}Hint`, { reference: orderReference }),
    toast: t(`drift.${press}Toast`),
  };
  return (
    <>
      {state === 'placed' && progress === null ? (
        <CallOff orderId={orderId} orderReference={orderReference} label={t('head.callOffAgain')} />
      ) : null}
      {delivery.alarm === null ? null : <CloseAlarm orderId={orderId} delivery={delivery} words={words} />}
    </>
  );
}
