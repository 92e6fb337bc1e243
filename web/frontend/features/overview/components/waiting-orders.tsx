import { useTranslation } from 'react-i18next';
import type { WaitingOrder } from '#api-contract/overview.ts';
import { byServerClock } from '../../../server-clock.ts';
import { useOverview } from '../../../shared/api/get-overview.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { useTimes } from '../../../shared/times.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { Mark } from '../../../ui/state-badge.tsx';

// Text fields are large, and on most days nothing is missing or wrong.
export const FixInRow = deferred(
  async () => (await import('../../order/components/fix-in-row.tsx')).FixInRow,
  () => <Loading lines={1} />,
);

/** Orders that wait for a person under what keeps them, in the order in which they become too late. */
export function WaitingOrders({ waiting }: { waiting: WaitingOrder[] }) {
  const texts = useReasonTexts();
  const causes = new Map<string, { nextStep: string | null; orders: WaitingOrder[] }>();
  for (const order of waiting) {
    const { message, nextStep } = texts(order.reason);
    const cause = causes.get(message) ?? { nextStep, orders: [] };
    cause.orders.push(order);
    causes.set(message, cause);
  }
  return [...causes].map(([message, { nextStep, orders }]) => (
    <li key={message}>
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" variant="headingSm">
            {message}
          </Text>
          {orders.length > 1 ? <Mark tone="critical">{String(orders.length)}</Mark> : null}
        </InlineStack>
        {nextStep === null ? null : <Text as="p">{nextStep}</Text>}
      </BlockStack>
      <ul className="panel-list panel-inner">
        {orders.map((order) => (
          <OrderRow key={`${order.orderId} ${order.orderReference}`} waiting={order} />
        ))}
      </ul>
    </li>
  ));
}

function OrderRow({ waiting }: { waiting: WaitingOrder }) {
  const { t } = useTranslation();
  const texts = useReasonTexts();
  const { orderId, orderReference, customerName, reason, field, given } = waiting;
  const order = waiting.orderName ?? orderReference ?? orderId;
  const url = `/deliveries/${orderId}`;
  return (
    <li>
      <InlineStack align="space-between" blockAlign="start" gap="300">
        <div className="panel-grow">
          <BlockStack gap="050">
            <Text as="p">
              <Anchor url={url}>{order}</Anchor>
              {customerName === null ? null : ` · ${customerName}`}
            </Text>
            <Text as="p" tone="subdued">
              <When waiting={waiting} />
            </Text>
          </BlockStack>
        </div>
        {field === null ? (
          <Press label={t('waiting.fix')} hint={t('waiting.fixOrder', { order })} url={url} />
        ) : (
          <div className="panel-grow">
            <FixInRow
              orderId={orderId}
              order={order}
              field={field}
              given={given ?? ''}
              problem={texts(reason).message}
            />
          </div>
        )}
      </InlineStack>
    </li>
  );
}

/** How old it is, and until when it would be for the same day. */
function When({ waiting: { paidAt, deadlineAt } }: { waiting: WaitingOrder }) {
  const { t } = useTranslation();
  const times = useTimes();
  // As of the reading, not of the drawing: the server's and the browser's must say the same.
  const now = byServerClock(useOverview().dataUpdatedAt);
  const isOver = deadlineAt !== null && Date.parse(deadlineAt) < now;
  const deadline = deadlineAt === null ? '' : times.dateTime(deadlineAt);
  const parts = [
    ...(paidAt === null ? [] : [t('waiting.paid', { time: times.dateTime(paidAt), age: times.age(paidAt, now) })]),
    ...(deadline === '' ? [] : [t(isOver ? 'waiting.tooLate' : 'waiting.sendBy', { time: deadline })]),
  ];
  return parts.join(' · ');
}
