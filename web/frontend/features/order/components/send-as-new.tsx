import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { Expander } from '../../../ui/expander.tsx';
import { Loading } from '../../../ui/skeleton.tsx';

// Text fields are large, and most orders need no second driver: the page does without them until it is opened.
const SendAsNewForm = deferred(
  async () => (await import('./send-as-new-form.tsx')).SendAsNewForm,
  () => <Loading lines={2} />,
);

interface Props {
  orderId: string;
  /** The one that stays as it is. */
  delivery: DeliveryView;
}

/** Another delivery of the same goods, behind a press. */
export function SendAsNew({ orderId, delivery }: Props) {
  const { t } = useTranslation();
  // Kept here, so that folding the part away loses nothing.
  const [reason, setReason] = useState('');
  return (
    <Expander label={t('sendNew.open')}>
      {() => <SendAsNewForm orderId={orderId} delivery={delivery} reason={reason} onReason={setReason} />}
    </Expander>
  );
}
