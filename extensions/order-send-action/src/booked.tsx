import { useState } from 'preact/hooks';
import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryView, OrderPreview, OrderView, Problem } from '#api-contract/order.ts';
import { callApi } from '#extensions/parts/call-api.ts';
import { faceOf, headlineOf, isForAnotherOrder, isToCome, newest } from '#extensions/parts/order-face.ts';
import { useOrder } from '#extensions/parts/use-order.ts';
import { deliveryToSend } from './delivery-to-send.ts';
import { ProblemBanner, ReadOnly, t } from './frame.tsx';

/** The service is asked up to three times before the answer. */
const timeoutMs = 60_000;

/** What a person may do to a booked delivery: `replace` books a new one once the old is surely cancelled. */
interface Press {
  kind: 'cancel' | 'replace';
  delivery: DeliveryView;
}

interface Props {
  preview: OrderPreview;
  /** `awaited` names the delivery that is booked once the old one is cancelled; null where none is. */
  onDone: (awaited: string | null) => void;
}

/** A driver is booked for everything: which, and the presses that call one off, each after a confirmation. */
export function Booked({ preview, onDone }: Props) {
  const { answer } = useOrder(preview.orderId, t('language'));
  const [press, setPress] = useState<Press | null>(null);
  if (press !== null) {
    return <Confirm preview={preview} press={press} onKept={() => setPress(null)} onDone={onDone} />;
  }
  const all = answer?.kind === 'ok' ? answer.body.deliveries : [];
  const current = newest(all);
  const deliveries = all.filter((one) => one.state === 'placed' && (current.includes(one) || mayCome(one)));
  return (
    <ReadOnly orderId={preview.orderId} loading={answer === null}>
      <Standing order={answer?.kind === 'ok' ? answer.body : null} preview={preview} />
      {answer === null || answer.kind === 'ok' ? null : <s-text>{t('unanswered.text')}</s-text>}
      {deliveries.map((delivery) => (
        <BookedDelivery
          key={delivery.orderReference}
          delivery={delivery}
          isCurrent={current.includes(delivery)}
          onPress={setPress}
        />
      ))}
    </ReadOnly>
  );
}

/** A driver is said to be booked only while one is to come for everything, another one to be possible only while the order goes on. */
function Standing({ order, preview }: { order: OrderView | null; preview: OrderPreview }) {
  const { decision, deliveries } = preview;
  const current = newest(order?.deliveries ?? []).filter(({ state }) => state === 'placed');
  const isBooked = order === null ? deliveries.some(({ state }) => state === 'placed') : current.length > 0;
  const ended = decision.state === 'cancelled' ? decision.reason : null;
  if (!isBooked) return <s-text>{ended?.message ?? t('cancelled')}</s-text>;
  const isWanted = order === null || headlineOf(order).what !== 'ended';
  const left = deliveryToSend(preview) && decision.refusal;
  if (order === null || (isWanted && current.every(isToCome))) return <s-text>{left?.message ?? t('booked')}</s-text>;
  const { key, tone } = faceOf(order);
  return (
    <s-stack gap="small">
      <s-badge tone={tone}>{t(`state.${key}`)}</s-badge>
      {current.some(({ testMode }) => testMode) ? <s-text>{t('test')}</s-text> : null}
    </s-stack>
  );
}

/** An older driver too, whom nobody needs any more. */
const mayCome = ({ progress }: DeliveryView): boolean => progress === null || progress === 'on_its_way';

interface DeliveryProps {
  delivery: DeliveryView;
  /** No newer driver is booked for its goods. */
  isCurrent: boolean;
  onPress: (press: Press) => void;
}

function BookedDelivery({ delivery, isCurrent, onPress }: DeliveryProps) {
  const { orderReference: reference, slot, reason, progress } = delivery;
  const isChanged = isCurrent && isForAnotherOrder(delivery);
  const isTold = (what: DriftItem['about']) =>
    mayCome(delivery) && delivery.drift.some(({ about, closed }) => about === what && closed === null);
  return (
    <s-stack gap="small">
      <s-text>
        {reference}
        {slot ? `: ${slot.text}` : ''}
      </s-text>
      {reason ? <s-text>{reason.message}</s-text> : null}
      {isChanged && !reason ? <s-text>{t('changed')}</s-text> : null}
      {isTold('on_hold') ? <s-text>{t('onHold')}</s-text> : null}
      {isTold('fraud_risk') ? <s-text>{t('fraudRisk')}</s-text> : null}
      {progress === null ? (
        <s-stack direction="inline" gap="small">
          {isChanged ? (
            <s-button onClick={() => onPress({ kind: 'replace', delivery })}>
              {t('press.replace', { reference })}
            </s-button>
          ) : null}
          <s-button onClick={() => onPress({ kind: 'cancel', delivery })}>{t('press.cancel', { reference })}</s-button>
        </s-stack>
      ) : null}
    </s-stack>
  );
}

/** Says what the press means before it is made. */
function Confirm({ preview, press, onKept, onDone }: Props & { press: Press; onKept: () => void }) {
  const [problem, setProblem] = useState<Problem | 'unanswered' | null>(null);
  const [isSending, setSending] = useState(false);
  const { kind, delivery } = press;
  const { orderReference } = delivery;
  const newReference = preview.deliveries.find((one) => one.orderReference === orderReference)?.newReference;

  const send = async () => {
    setSending(true);
    const path = `/api/orders/${preview.orderId}/${kind === 'cancel' ? 'cancel' : 'send'}?language=${t('language')}`;
    const post = kind === 'cancel' ? { orderReference } : { mode: 'replace', orderReference, newReference };
    const answer = await callApi<OrderView>(path, { post, timeoutMs });
    setSending(false);
    if (answer.kind === 'ok') onDone(kind === 'replace' ? (newReference ?? null) : null);
    else setProblem(answer.kind === 'refused' ? answer.problem : 'unanswered');
  };

  return (
    <s-admin-action heading={t('heading')}>
      <s-stack gap="base">
        {problem === null ? null : (
          <ProblemBanner
            heading={problem === 'unanswered' ? t('unanswered.title') : t(`failed.${kind}`)}
            problem={problem === 'unanswered' ? { detail: t('unanswered.text') } : problem}
          />
        )}
        <s-text>
          {orderReference}
          {delivery.slot ? `: ${delivery.slot.text}` : ''}
        </s-text>
        <s-text>{t(`means.${kind}`)}</s-text>
        <s-link href={`app:deliveries/${preview.orderId}`}>{t('open')}</s-link>
      </s-stack>
      <s-button slot="primary-action" variant="primary" tone="critical" loading={isSending} onClick={() => void send()}>
        {t(`confirm.${kind}`)}
      </s-button>
      <s-button slot="secondary-actions" disabled={isSending} onClick={onKept}>
        {t('keep')}
      </s-button>
    </s-admin-action>
  );
}
