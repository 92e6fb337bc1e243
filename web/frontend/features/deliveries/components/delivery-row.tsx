import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelInDoubt } from '#api-contract/cancel-doubt.ts';
import type { DeliveryRow } from '#api-contract/deliveries.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { useTimes } from '../../../shared/times.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Cell } from '../../../ui/row-table.tsx';
import { Mark, StateBadge } from '../../../ui/state-badge.tsx';

/** A row of the table on a wide screen. Drawn again only when it is another row: a press elsewhere leaves it alone. */
export const DeliveryCells = memo(function DeliveryCells({ row }: { row: DeliveryRow }) {
  const times = useTimes();
  return (
    <>
      <Cell>
        <OrderLink row={row} />
      </Cell>
      <Cell>
        <States row={row} />
      </Cell>
      <Cell>
        <SlotOrReason row={row} />
      </Cell>
      <Cell>{row.customerName}</Cell>
      <Cell>{row.locationName}</Cell>
      <Cell>
        <BlockStack>
          <span>{row.orderReference}</span>
          <Text as="span" tone="subdued">
            {row.deliveryId}
          </Text>
        </BlockStack>
      </Cell>
      <Cell>{times.dateTime(row.updatedAt)}</Cell>
    </>
  );
});

/** The same row on a phone. */
export const DeliverySummary = memo(function DeliverySummary({ row }: { row: DeliveryRow }) {
  const times = useTimes();
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200" blockAlign="center">
        <OrderLink row={row} />
        <States row={row} />
      </InlineStack>
      <SlotOrReason row={row} />
      <Text as="span" tone="subdued">
        {before(row.customerName)}
        {before(row.locationName)}
        {times.dateTime(row.updatedAt)}
      </Text>
    </BlockStack>
  );
});

/** A name in a line, in whatever direction it is read. */
const before = (name: string | null) =>
  name ? (
    <>
      <bdi>{name}</bdi>
      {' · '}
    </>
  ) : null;

function OrderLink({ row }: { row: DeliveryRow }) {
  return (
    <Text as="span" fontWeight="semibold">
      <Anchor url={`/deliveries/${row.orderId}`} isRowLink>
        {row.orderName ?? row.orderReference ?? row.orderId}
      </Anchor>
    </Text>
  );
}

function States({ row }: { row: DeliveryRow }) {
  const { t } = useTranslation();
  return (
    <span className="panel-states">
      <InlineStack gap="100">
        <StateBadge
          state={row.state}
          code={row.reason?.code}
          progress={row.progress}
          isCancelling={row.cancelling}
          isInDoubt={isCancelInDoubt(row)}
          isLate={row.isLate}
        />
        {row.secondDriver ? <Mark tone="critical">{t('state.second_driver')}</Mark> : null}
        {row.drift ? <Mark tone="critical">{t('state.needs_attention')}</Mark> : null}
        {row.testMode ? <Mark>{t('app.test')}</Mark> : null}
      </InlineStack>
    </span>
  );
}

function SlotOrReason({ row }: { row: DeliveryRow }) {
  const { t } = useTranslation();
  const times = useTimes();
  const texts = useReasonTexts();
  // Of a driver of whom nobody knows whether he comes the reason says more than the slot.
  const isExpected = row.state !== 'cancelled' && !isCancelInDoubt(row);
  if (row.slot && isExpected) return <Text as="span">{times.slot(row.slot)}</Text>;
  const untold = row.state === 'placed' ? t('delivery.noSlot') : null;
  return (
    <span className="panel-reason">
      <Text as="span" tone="subdued" breakWord>
        {row.reason ? texts(row.reason).message : untold}
      </Text>
    </span>
  );
}
