import { useTranslation } from 'react-i18next';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { useTimes } from '../../../shared/times.ts';
import { Text } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import type { Action } from '../../../ui/screen.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { type Headline, type HeadlineCode, orderHeadline } from '../order-headline.ts';
import { CallOff } from './call-off.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { OrderNotice } from './order-notice.tsx';
import { UndeliveredChoices } from './undelivered-choices.tsx';

/** Nobody brought the goods. */
const undelivered: readonly HeadlineCode[] = ['called_off', 'failed', 'returned'];
/** A driver comes whom nobody needs. */
const forNothing: readonly HeadlineCode[] = ['ended', 'two_drivers', 'brought'];

/** What stands first: what went wrong after booking with the press that ends it, else how far the order is. */
export function OrderHead({ order }: { order: OrderView }) {
  const head = orderHeadline(order);
  const alarmed = order.deliveries
    .filter(({ alarm }) => alarm !== null)
    .map((delivery) => ({ ...delivery, drift: delivery.drift.filter(({ about }) => about !== 'not_delivered') }))
    .filter(({ drift }) => drift.length > 0);
  return (
    <>
      {head.code === 'state' ? <OrderNotice order={order} /> : null}
      {head.code === 'state' || head.code === 'changed' ? null : <Head order={order} head={head} />}
      {alarmed.map((delivery) => (
        <DriftNotice
          key={delivery.orderReference}
          isFirst={head.code === 'changed'}
          orderId={order.orderId}
          delivery={delivery}
        />
      ))}
    </>
  );
}

/** The press that leads to whom the service is asked about a delivery; none where it names nobody. */
function useAsk(delivery: DeliveryView | null): Action | undefined {
  const { t } = useTranslation();
  const url = delivery?.contactUrl ?? null;
  return url === null ? undefined : { label: t('delivery.contactOpen'), url };
}

function useServicesWords(delivery: DeliveryView | null): string {
  const { t } = useTranslation();
  const words = delivery?.reason?.serviceMessage;
  return words ? t('order.serviceSays', { words }) : '';
}

function Head({ order, head: { code, tone, delivery, count, of } }: { order: OrderView; head: Headline }) {
  const { t } = useTranslation();
  const times = useTimes();
  const texts = useReasonTexts();
  // Why it is cancelled stands in the title already.
  const reason = delivery?.reason && code !== 'called_off' ? texts(delivery.reason) : null;
  const slot = delivery?.slot ? times.slot(delivery.slot) : t('delivery.noSlot');
  const when = delivery?.progressAt ? times.dateTime(delivery.progressAt) : '';
  const isRefunded = delivery?.drift.some(({ about, now }) => about === 'order_ended' && now === 'refunded') ?? false;
  const key = code === 'ended' && isRefunded ? 'head.ended.refunded' : `head.${code}.title`;
  const ask = useAsk(code === 'late' ? delivery : null);
  const title = t(key, { count, of, slot, when });
  const text = reason?.message ?? t(`head.${code}.text`, { defaultValue: '', slot });
  const lines = [text, useServicesWords(delivery), reason?.nextStep ?? ''].filter(Boolean);
  if (tone === 'success') {
    return (
      <StatusLine tone={tone} title={title}>
        {lines.map((one) => (
          <Text as="p" key={one}>
            {one}
          </Text>
        ))}
      </StatusLine>
    );
  }
  return (
    <Notice tone={tone} title={title} action={ask}>
      {lines.map((one) => (
        <NoticeText key={one}>{one}</NoticeText>
      ))}
      {delivery && undelivered.includes(code) ? (
        <UndeliveredChoices orderId={order.orderId} delivery={delivery} />
      ) : null}
      {delivery && forNothing.includes(code) ? (
        <CallOff
          orderId={order.orderId}
          orderReference={delivery.orderReference}
          label={t(code === 'two_drivers' ? 'head.callOffFirst' : 'head.callOff')}
        />
      ) : null}
    </Notice>
  );
}
