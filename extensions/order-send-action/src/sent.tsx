import { faceOf } from '#extensions/parts/order-face.ts';
import { useOrder } from '#extensions/parts/use-order.ts';

const t = (key: string) => shopify.i18n.translate(key);

/** After the press: what becomes of the order, until a driver is booked or a person is needed again. */
export function Sent({ orderGid }: { orderGid: string }) {
  const { answer } = useOrder(orderGid, t('language'));
  const order = answer?.kind === 'ok' ? answer.body : null;
  const face = order && faceOf(order);
  const slot = order?.deliveries.find((delivery) => delivery.state === 'placed')?.slot ?? null;
  return (
    <s-admin-action heading={t('heading')}>
      <s-stack gap="base">
        <s-badge tone={face?.tone ?? 'info'}>{t(`state.${face?.key ?? 'queued'}`)}</s-badge>
        {slot ? (
          <s-text>
            {t('slot')} {slot.text}
          </s-text>
        ) : (
          <s-text>{order?.reason?.message ?? t('goesOn')}</s-text>
        )}
      </s-stack>
      <s-button slot="primary-action" onClick={() => shopify.close()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}
