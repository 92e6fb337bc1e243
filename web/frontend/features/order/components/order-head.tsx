import { useTranslation } from 'react-i18next';
import { isDealtWith } from '#api-contract/cancel-doubt.ts';
import type { DriftItem, noLongerShown } from '#api-contract/drift.ts';
import type { HeadlineWhat } from '#api-contract/headline.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { useTimes } from '../../../shared/times.ts';
import { Text } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import type { Action } from '../../../ui/press.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { CallOff } from './call-off.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { NotCancelledChoices } from './not-cancelled-choices.tsx';
import { OrderNotice } from './order-notice.tsx';
import { UndeliveredChoices } from './undelivered-choices.tsx';

/** Nobody brought the goods. */
const undelivered: readonly HeadlineWhat[] = ['called_off', 'failed', 'returned'];
/** A driver comes whom nobody needs, or whom nothing may be given to. */
const forNothing: readonly HeadlineWhat[] = ['ended', 'two_drivers', 'brought', 'on_hold', 'fraud_risk'];

/** How an order ended, where it was not cancelled. The word itself: its module brings schemas that the panel does without. */
const titlesOfEnds: Readonly<Record<string, string>> = {
  refunded: 'refunded',
  ['no longer shown' satisfies typeof noLongerShown]: 'gone',
};

/** What its reason, or the difference itself, says. */
const inNotices: readonly HeadlineWhat[] = ['state', 'changed', 'location_closed', 'later_day'];

/** The order differs from what was booked; what became of the delivery itself stands first, with its presses. */
const isChange = ({ about }: DriftItem): boolean => about !== 'not_delivered' && about !== 'not_cancelled';

/** What stands first: what went wrong after booking with the press that ends it, else how far the order is. */
export function OrderHead({ order }: { order: OrderView }) {
  const head = order.headline;
  const alarmed = order.deliveries
    .filter(({ alarm }) => alarm !== null)
    .map((delivery) => ({ ...delivery, drift: delivery.drift.filter(isChange) }))
    .filter(({ drift }) => drift.length > 0);
  return (
    <>
      {head.what === 'state' ? <OrderNotice order={order} /> : null}
      {inNotices.includes(head.what) ? null : <Head order={order} />}
      {alarmed.map((delivery) => (
        <DriftNotice
          key={delivery.orderReference}
          isFirst={head.what !== 'state' && inNotices.includes(head.what)}
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

/** As it stands in the words of that head. */
function useSlotWords(what: HeadlineWhat, delivery: DeliveryView | null): string {
  const { t } = useTranslation();
  const times = useTimes();
  if (delivery?.slot) return times.slot(delivery.slot);
  return t(what === 'booked' || what === 'not_cancelled' ? 'delivery.noSlotAfter' : 'delivery.noSlotWithin');
}

function Head({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const times = useTimes();
  const texts = useReasonTexts();
  const { what, tone, orderReference, count, of } = order.headline;
  const delivery = order.deliveries.find((one) => one.orderReference === orderReference) ?? null;
  // That it is cancelled stands in the title already; that its goods are still marked as fulfilled does not.
  const isInTitle = what === 'called_off' && delivery?.reason?.code === 'cancelled_at_service';
  const reason = delivery?.reason && !isInTitle ? texts(delivery.reason) : null;
  const slot = useSlotWords(what, delivery);
  const when = delivery?.progressAt ? times.dateTime(delivery.progressAt) : '';
  const end = delivery?.drift.find(({ about }) => about === 'order_ended')?.now;
  const { key, textKey } = headKeys(what, delivery, end);
  const ask = useAsk(what === 'late' || what === 'not_cancelled' ? delivery : null);
  const title = t(key, { count, of, slot, when });
  const isDecided = undelivered.includes(what) && delivery?.alarm === null;
  const text = reason?.message ?? (isDecided ? t('head.decided') : t(textKey, { defaultValue: '', slot, when }));
  const nextStep = delivery && isDealtWith(delivery) ? null : reason?.nextStep;
  const lines = [text, useServicesWords(delivery), nextStep ?? ''].filter(Boolean);
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
      {delivery ? (
        // What was asked about one driver is not asked about the next.
        <Choices key={`${what} ${orderReference}`} orderId={order.orderId} what={what} delivery={delivery} />
      ) : null}
    </Notice>
  );
}

/** What the driver has is late in other words than what nobody collected. */
function headKeys(what: HeadlineWhat, delivery: DeliveryView | null, end: string | undefined) {
  if (what === 'late' && delivery?.progress === 'on_its_way') return { key: 'unheard.title', textKey: 'unheard.text' };
  const isUnknown = what === 'not_cancelled' && delivery?.reason?.code === 'not_known_there';
  const special = isUnknown ? 'head.not_cancelled.unknown' : `head.${what}.title`;
  const key = what === 'ended' ? `head.ended.${titlesOfEnds[end ?? ''] ?? 'title'}` : special;
  return { key, textKey: `head.${what}.text` };
}

/** What becomes of its goods is still to be decided. */
const isTask = ({ drift }: DeliveryView): boolean =>
  drift.some(({ about, closed }) => about === 'not_delivered' && closed === null);

/** The presses that end what stands first. */
function Choices({ orderId, what, delivery }: { orderId: string; what: HeadlineWhat; delivery: DeliveryView }) {
  const { t } = useTranslation();
  if (what === 'not_cancelled') return <NotCancelledChoices orderId={orderId} delivery={delivery} />;
  // Decided already: another delivery is sent from its own section.
  if (undelivered.includes(what) || (what === 'late' && isTask(delivery))) {
    return delivery.alarm === null ? null : <UndeliveredChoices orderId={orderId} delivery={delivery} />;
  }
  if (!forNothing.includes(what)) return null;
  const label = t(what === 'two_drivers' ? 'head.callOffFirst' : 'head.callOff');
  return <CallOff orderId={orderId} orderReference={delivery.orderReference} label={label} />;
}
