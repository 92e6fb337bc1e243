import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelInDoubt } from '#api-contract/cancel-doubt.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { useMeasures } from '../../../shared/measures.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { useTimes } from '../../../shared/times.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { Expander } from '../../../ui/expander.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { InlineStack, Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import { Mark, StateBadge } from '../../../ui/state-badge.tsx';
import { Attempts } from './attempts.tsx';
import { CancelDelivery } from './cancel-delivery.tsx';
import { DriftNotice } from './drift-notice.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { SendAsNew } from './send-as-new.tsx';

interface Props {
  order: OrderView;
  delivery: DeliveryView;
  /** An only delivery has its state and reason above already. */
  isOnly: boolean;
}

/** One delivery of the order: slot, estimates, ids, changes, attempts, and what can be done. */
export function DeliverySection({ order, delivery, isOnly }: Props) {
  const { t } = useTranslation();
  const facts = useFacts(delivery);
  const differences = delivery.drift.filter(({ about }) => about !== 'not_cancelled');
  const isTask = delivery.drift.some(({ about, closed }) => about === 'not_delivered' && closed === null);
  const isOver = delivery.state === 'placed' || delivery.state === 'cancelled' || delivery.inDoubt;
  // Only what speaks for its goods can be followed by another.
  const mayFollow = isOver && delivery.isCurrent;
  return (
    <Section
      title={t('delivery.title', { reference: delivery.orderReference })}
      badge={
        <InlineStack gap="100">
          {isOnly ? null : (
            <StateBadge
              state={delivery.state}
              progress={delivery.progress}
              isCancelling={delivery.cancelling}
              isInDoubt={isCancelInDoubt(delivery)}
              isLate={delivery.isLate}
            />
          )}
          {delivery.testMode ? <Mark tone="attention">{t('app.test')}</Mark> : null}
        </InlineStack>
      }
    >
      {differences.length > 0 && delivery.alarm === null ? (
        <DriftNotice isFirst orderId={order.orderId} delivery={{ ...delivery, drift: differences }} />
      ) : null}
      {isOnly ? null : <Why delivery={delivery} />}
      <RefusalNotice refusals={delivery.refusals} />
      <Facts facts={facts} />
      <Attempts attempts={delivery.attempts} />
      {mayFollow && !isTask ? <SendAsNew orderId={order.orderId} delivery={delivery} /> : null}
      {delivery.state === 'placed' && delivery.progress === null ? (
        <CancelFolded orderId={order.orderId} orderReference={delivery.orderReference} />
      ) : null}
    </Section>
  );
}

/** Folded away again once the press was accepted: the service may answer later. */
function CancelFolded(of: { orderId: string; orderReference: string }) {
  const { t } = useTranslation();
  const [accepted, setAccepted] = useState(0);
  return (
    <Expander key={accepted} label={t('cancel.open')}>
      <CancelDelivery {...of} onDone={() => setAccepted(accepted + 1)} />
    </Expander>
  );
}

/** What to do about one that goes on stands first on the page; about one that has ended, here, unless its goods were sent anew. */
function Why({ delivery }: { delivery: DeliveryView }) {
  const texts = useReasonTexts();
  if (delivery.reason === null) return null;
  const { message, nextStep } = texts(delivery.reason);
  const isLeft = delivery.state === 'cancelled' && delivery.isCurrent;
  return [message, ...(isLeft && nextStep ? [nextStep] : [])].map((line) => (
    <Text as="p" key={line}>
      {line}
    </Text>
  ));
}

function linksOf({ trackingUrl, photoUrl, contactUrl }: DeliveryView) {
  return [
    ...(trackingUrl === null ? [] : [{ key: 'tracking' as const, url: trackingUrl }]),
    ...(photoUrl === null ? [] : [{ key: 'photo' as const, url: photoUrl }]),
    ...(contactUrl === null ? [] : [{ key: 'contact' as const, url: contactUrl }]),
  ];
}

function useFacts(delivery: DeliveryView): Fact[] {
  const { t } = useTranslation();
  const times = useTimes();
  const { distance, duration } = useMeasures();
  const { slot, distanceEstimateMetres, timeEstimateSeconds, deliveryId, locationName, serviceState } = delivery;
  const isPlaced = delivery.state === 'placed';
  const facts: (Fact | null)[] = [
    isPlaced || slot ? { label: t('delivery.slot'), value: slot ? times.slot(slot) : t('delivery.noSlot') } : null,
    distanceEstimateMetres === null ? null : { label: t('delivery.distance'), value: distance(distanceEstimateMetres) },
    timeEstimateSeconds === null ? null : { label: t('delivery.time'), value: duration(timeEstimateSeconds) },
    locationName === null ? null : { label: t('delivery.location'), value: locationName },
    ...linksOf(delivery).map(({ key, url }) => ({
      label: t(`delivery.${key}`),
      value: <Anchor url={url}>{t(`delivery.${key}Open`)}</Anchor>,
    })),
    serviceState === null ? null : { label: t('delivery.serviceState'), value: serviceState },
    isPlaced ? { label: t('delivery.note'), value: t(`delivery.noteState.${delivery.noteState}`) } : null,
    {
      label: t('delivery.reference'),
      value: <Copyable value={delivery.orderReference} name={t('delivery.reference')} />,
    },
    deliveryId === null
      ? null
      : { label: t('delivery.id'), value: <Copyable value={deliveryId} name={t('delivery.id')} /> },
  ];
  return facts.filter((fact) => fact !== null);
}
