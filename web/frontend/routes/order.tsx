import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { OrderView } from '#api-contract/order.ts';
import { ApiError } from '../api-client.ts';
import { showToast } from '../app-bridge.ts';
import { OrderAudit } from '../features/audit/components/order-audit.tsx';
import { useRefreshOrder, useSendOrder } from '../features/order/api/change-order.ts';
import { useOrder, usePreview } from '../features/order/api/get-order.ts';
import { DeliverySection } from '../features/order/components/delivery-section.tsx';
import { FixSection } from '../features/order/components/fix-section.tsx';
import { OrderAside } from '../features/order/components/order-aside.tsx';
import { OrderHead } from '../features/order/components/order-head.tsx';
import { OrderTimeline } from '../features/order/components/order-timeline.tsx';
import { RequestSection } from '../features/order/components/request-section.tsx';
import { WhySection } from '../features/order/components/why-section.tsx';
import { useLaterTexts } from '../later-texts.ts';
import orderTexts from '../locales/en-order.json' with { type: 'json' };
import { byServerClock } from '../server-clock.ts';
import { useLastRead } from '../shared/times.ts';
import { Empty } from '../ui/empty.tsx';
import { KeptRefusals } from '../ui/kept-refusals.tsx';
import { MutationProblem, ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { ScreenSkeleton } from '../ui/skeleton.tsx';
import { StateBadge } from '../ui/state-badge.tsx';

/** One order: what became of it, why, and what a person can do about it. */
export function OrderRoute() {
  useLaterTexts(orderTexts);
  const { t } = useTranslation();
  const { orderId = '' } = useParams();
  const order = useOrder(orderId);
  const back = { label: t('deliveries.title'), url: '/deliveries', returns: true };

  if (order.isPending) return <ScreenSkeleton title={t('order.loading')} waitsFor={order.failureReason} />;
  if (order.data) {
    const { error } = order;
    const readAt = byServerClock(order.dataUpdatedAt);
    const stale = error && { error, readAt, readAgain: () => void order.refetch() };
    return <LoadedOrder key={orderId} order={order.data} stale={stale} />;
  }
  const isUnknown = order.error instanceof ApiError && order.error.status === 404;
  return (
    <Screen title={t('order.title')} back={back}>
      {isUnknown ? (
        <Empty
          title={t('order.unknown')}
          action={{ label: t('action.tryAgain'), onPress: () => void order.refetch(), loading: order.isFetching }}
        >
          {t('order.unknownText')}
        </Empty>
      ) : (
        <ProblemNotice error={order.error} title={t('order.failed')} onRetry={() => void order.refetch()} />
      )}
    </Screen>
  );
}

/** How far all of it is; null where its deliveries are at different points. */
function progressOf({ deliveries }: OrderView): OrderView['deliveries'][number]['progress'] {
  const booked = deliveries.filter(({ isCurrent, state }) => isCurrent && state === 'placed');
  const all = new Set(booked.map(({ progress }) => progress));
  const [only] = all;
  return all.size === 1 && only ? only : null;
}

/** The last readings failed; `readAt` in epoch ms of the server's clock. */
interface Stale {
  error: Error;
  readAt: number;
  readAgain: () => void;
}

function LoadedOrder({ order, stale }: { order: OrderView; stale: Stale | null }) {
  const { t } = useTranslation();
  const lastRead = useLastRead();
  const refresh = useRefreshOrder(order.orderId);
  const send = useSendOrder(order.orderId);
  // The aside reads it anyway: a test order, say, goes once test mode is on.
  const preview = usePreview(order.orderId, true);
  // Nothing is green that is not known to hold; what is wrong stays until it is known to be mended.
  const isProven = stale === null || order.headline.tone !== 'success';
  const digits = order.orderId.replace(/^.*\//, '');
  const sendNow = () => send.mutate({ mode: 'again' }, { onSuccess: () => showToast(t('order.sentToast')) });
  return (
    <Screen
      title={order.orderName ?? (order.orderNumber === null ? t('order.title') : `#${order.orderNumber}`)}
      badge={
        isProven ? (
          <StateBadge
            state={order.needsPerson ? 'needs_attention' : order.state}
            code={order.reason?.code}
            progress={progressOf(order)}
            isCancelling={order.headline.what === 'cancelling'}
            isInDoubt={order.headline.what === 'not_cancelled' && !order.needsPerson}
            isLate={order.deliveries.some(({ isLate }) => isLate) && !order.needsPerson}
          />
        ) : undefined
      }
      back={{ label: t('deliveries.title'), url: '/deliveries', returns: true }}
      primary={
        order.state === 'skipped' && preview.data?.decision.refusal === null
          ? { label: t('order.send'), onPress: sendNow, loading: send.isPending }
          : undefined
      }
      secondary={[
        ...(order.state === 'held' && order.overridable
          ? [{ label: t('order.send'), onPress: sendNow, loading: send.isPending }]
          : []),
        {
          label: t('order.refresh'),
          onPress: () => refresh.mutate(undefined, { onSuccess: () => showToast(t('order.refreshed')) }),
          loading: refresh.isPending,
        },
        { label: t('order.openInShopify'), url: `shopify://admin/orders/${digits}` },
      ]}
      aside={<OrderAside order={order} />}
      after={
        <>
          <OrderTimeline events={order.timeline} />
          <RequestSection order={order} />
          <WhySection order={order} />
          <OrderAudit orderId={order.orderId} />
        </>
      }
    >
      <KeptRefusals>
        {stale ? (
          <ProblemNotice error={stale.error} tone="warning" title={lastRead(stale.readAt)} onRetry={stale.readAgain} />
        ) : null}
        <MutationProblem mutation={refresh} title={t('order.refreshFailed')} />
        <MutationProblem mutation={send} title={t('order.sendFailed')} />
        <div aria-live="polite" className="panel-stack">
          {isProven ? <OrderHead order={order} /> : null}
        </div>
        {order.state === 'needs_attention' ? <FixSection order={order} /> : null}
        {order.deliveries.map((delivery) => (
          <DeliverySection
            key={delivery.orderReference}
            order={order}
            delivery={delivery}
            isOnly={order.deliveries.length === 1}
          />
        ))}
      </KeptRefusals>
    </Screen>
  );
}
