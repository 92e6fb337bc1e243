import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/panel.ts';
import { showToast } from '../app-bridge.ts';
import { useOverview } from '../features/overview/api/get-overview.ts';
import { useSetPaused } from '../features/overview/api/set-paused.ts';
import { Alarms } from '../features/overview/components/alarms.tsx';
import { Balance } from '../features/overview/components/balance.tsx';
import { NextSlots } from '../features/overview/components/next-slots.tsx';
import { PerDay } from '../features/overview/components/per-day.tsx';
import { isSetUp, SetupGuide } from '../features/overview/components/setup-guide.tsx';
import { StatusNotice } from '../features/overview/components/status-notice.tsx';
import { WaitingList } from '../features/overview/components/waiting-list.tsx';
import { InlineGrid } from '../ui/layout.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { type Action, Screen } from '../ui/screen.tsx';
import { ScreenSkeleton } from '../ui/skeleton.tsx';
import { Mark } from '../ui/state-badge.tsx';

/** Does it work, and is anything waiting for me? */
export function HomeRoute() {
  const { t } = useTranslation();
  const overview = useOverview();
  const setPaused = useSetPaused();
  const title = t('app.name');

  if (overview.isPending) return <ScreenSkeleton title={title} />;
  if (!overview.data) {
    return (
      <Screen title={title}>
        <ProblemNotice error={overview.error} title={t('home.failed')} onRetry={() => void overview.refetch()} />
      </Screen>
    );
  }
  const pause = (paused: boolean) =>
    setPaused.mutate(paused, { onSuccess: () => showToast(t(paused ? 'home.pausedNow' : 'home.resumedNow')) });
  const isPaused = overview.data.status === 'paused';
  return (
    <Screen
      title={title}
      badge={overview.data.testMode ? <Mark tone="attention">{t('app.testMode')}</Mark> : undefined}
      primary={primaryAction(overview.data, t, () => pause(false), setPaused.isPending)}
      secondary={isPaused ? [] : [{ label: t('home.pause'), onPress: () => pause(true), loading: setPaused.isPending }]}
    >
      {setPaused.error ? <ProblemNotice error={setPaused.error} onDismiss={setPaused.reset} /> : null}
      {overview.error ? <ProblemNotice error={overview.error} title={t('home.stale')} /> : null}
      <StatusNotice overview={overview.data} />
      <Alarms overview={overview.data} />
      <WaitingList overview={overview.data} />
      {isSetUp(overview.data.setup) ? null : <SetupGuide overview={overview.data} />}
      <Balance overview={overview.data} />
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        <NextSlots overview={overview.data} />
        <PerDay overview={overview.data} />
      </InlineGrid>
    </Screen>
  );
}

/** The one thing to do next; none where nothing waits for a person. */
function primaryAction(
  { status, waiting }: Overview,
  t: TFunction,
  resume: () => void,
  resuming: boolean,
): Action | undefined {
  if (status === 'paused') return { label: t('home.resume'), onPress: resume, loading: resuming };
  if (status === 'no_key' || status === 'key_refused') return { label: t('home.enterKey'), url: '/settings#keys' };
  if (status === 'test_mode') return { label: t('home.endTestMode'), url: '/settings#automation' };
  if (status === 'reconnect') return { label: t('home.reconnect'), onPress: () => window.location.reload() };
  const [first] = waiting;
  if (first) {
    const order = first.orderName ?? first.orderId;
    return { label: t('home.fixOrder', { order }), url: `/orders/${first.orderId}` };
  }
  return status === 'manual' ? { label: t('home.manualOrders'), url: '/deliveries?state=skipped' } : undefined;
}
