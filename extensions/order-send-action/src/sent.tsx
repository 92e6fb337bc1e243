import type { OrderView } from '#api-contract/order.ts';
import { faceOf, isToCome, newest } from '#extensions/parts/order-face.ts';
import { useOrder } from '#extensions/parts/use-order.ts';
import { t } from './frame.tsx';

interface Props {
  orderGid: string;
  /** The delivery that is booked as soon as another is cancelled; null where none is. */
  awaited: string | null;
}

/** After the press: what becomes of the order, until a driver is booked or a person is needed again. */
export function Sent({ orderGid, awaited }: Props) {
  const { answer } = useOrder(orderGid, t('language'), { closely: awaited !== null });
  const isUnseen = answer !== null && answer.kind !== 'ok';
  const order = answer?.kind === 'ok' ? answer.body : null;
  const isBegun = order !== null && awaited !== null && isUnderWay(order, awaited);
  const face = order && !isBegun ? faceOf(order) : null;
  return (
    <s-admin-action heading={t('heading')}>
      <s-stack gap="base">
        {isUnseen ? (
          <s-text>{t('taken')}</s-text>
        ) : (
          <s-badge tone={face?.tone ?? 'info'}>
            {t(`state.${face?.key ?? (isBegun ? 'confirming' : 'queued')}`)}
          </s-badge>
        )}
        {isBegun ? <s-text>{t('begun')}</s-text> : null}
        {isBegun || isUnseen ? null : <Outcome order={order} />}
        <s-link href={`app:deliveries/${orderGid.split('/').at(-1)}`}>{t('open')}</s-link>
      </s-stack>
      <s-button slot="primary-action" onClick={() => shopify.close()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}

/** Neither is the new delivery there, nor does a booked one say why there is none. */
function isUnderWay({ deliveries }: OrderView, awaited: string): boolean {
  if (deliveries.some(({ orderReference }) => orderReference === awaited)) return false;
  return !deliveries.some(({ state, reason }) => state === 'placed' && reason !== null);
}

function Outcome({ order }: { order: OrderView | null }) {
  const booked = order === null ? [] : newest(order.deliveries).filter(({ state }) => state === 'placed');
  const reason = booked.find((delivery) => delivery.reason !== null)?.reason ?? order?.reason ?? null;
  const slot = booked.find((one) => one.slot !== null && isToCome(one) && !one.isLate)?.slot ?? null;
  if (reason !== null) {
    return (
      <s-stack gap="small">
        <s-text>{reason.message}</s-text>
        {reason.nextStep ? <s-text>{reason.nextStep}</s-text> : null}
      </s-stack>
    );
  }
  if (slot !== null) {
    return (
      <s-text>
        {t('slot')} {slot.text}
      </s-text>
    );
  }
  if (booked.some(({ testMode }) => testMode)) return <s-text>{t('test')}</s-text>;
  return booked.length > 0 ? null : <s-text>{t('goesOn')}</s-text>;
}
