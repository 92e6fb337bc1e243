import { useTranslation } from 'react-i18next';
import { showToast } from '../../../app-bridge.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { useSendGoods } from '../api/change-order.ts';

interface Props {
  orderId: string;
  orderReference: string;
}

/** Books a driver for goods that the alarm names and no delivery brings. */
export function SendGoods({ orderId, orderReference }: Props) {
  const { t } = useTranslation();
  const send = useSendGoods(orderId, orderReference);
  return (
    <>
      <MutationProblem mutation={send} title={t('drift.sendGoodsFailed')} />
      <Press
        label={t('drift.sendGoods')}
        hint={t('drift.sendGoodsHint', { reference: orderReference })}
        loading={send.isPending}
        onPress={() => send.mutate(undefined, { onSuccess: () => showToast(t('order.sentToast')) })}
      />
    </>
  );
}
