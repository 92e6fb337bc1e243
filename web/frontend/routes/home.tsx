import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { showToast } from '../app-bridge.ts';
import { useSetSwitch } from '../features/overview/api/set-switch.ts';
import { Balance } from '../features/overview/components/balance.tsx';
import { DaySlots } from '../features/overview/components/day-slots.tsx';
import { NextSlots } from '../features/overview/components/next-slots.tsx';
import { PerDay } from '../features/overview/components/per-day.tsx';
import { StatusPart } from '../features/overview/components/status-part.tsx';
import { WaitingList } from '../features/overview/components/waiting-list.tsx';
import { FixInRow } from '../features/overview/components/waiting-orders.tsx';
import { useKeyProof } from '../features/overview/key-proof.ts';
import { comesForNothing, nextToFix } from '../features/overview/next-to-fix.ts';
import { type PanelStatus, panelStatus } from '../features/overview/panel-status.ts';
import { isSetUp } from '../features/overview/setup-steps.ts';
import { useLaterTexts } from '../later-texts.ts';
import homeTexts from '../locales/en-home.json' with { type: 'json' };
import { byServerClock } from '../server-clock.ts';
import { useOverview } from '../shared/api/get-overview.ts';
import { useTestConnection } from '../shared/api/test-connection.ts';
import { isStale } from '../shared/is-stale.ts';
import { KeyVerdict } from '../shared/key-verdict.tsx';
import { deferred } from '../ui/deferred.tsx';
import { KeptRefusals } from '../ui/kept-refusals.tsx';
import { InlineGrid } from '../ui/layout.ts';
import type { Action } from '../ui/press.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Loading, ScreenSkeleton } from '../ui/skeleton.tsx';
import { Mark } from '../ui/state-badge.tsx';

// A shop that is set up never sees it.
const SetupGuide = deferred(
  async () => (await import('../features/overview/components/setup-guide.tsx')).SetupGuide,
  () => <Loading sections={1} lines={6} />,
);

/** Loads what else Home draws from this overview. */
export async function preloadParts(overview: Overview | undefined): Promise<void> {
  const parts = [
    ...(overview && !isSetUp(overview.setup) ? [SetupGuide] : []),
    ...(overview?.waiting.some(({ field }) => field !== null) ? [FixInRow] : []),
  ];
  await Promise.all(parts.map((part) => part.preload()));
}

/** Whether the guide is shown: once it was, until it is hidden or Home is left, since its last press is answered in it. */
function useGuide(setup: Overview['setup'] | undefined): boolean {
  const [wasShown, setShown] = useState(false);
  const isShown = setup !== undefined && !setup.dismissed && (wasShown || !isSetUp(setup));
  if (isShown && !wasShown) setShown(true);
  return isShown;
}

/** Does it work, and is anything waiting for me? */
export function HomeRoute() {
  useLaterTexts(homeTexts);
  const { t } = useTranslation();
  const overview = useOverview();
  const setSwitch = useSetSwitch();
  const testKey = useTestConnection();
  useKeyProof(overview.data);
  const hasGuide = useGuide(overview.data?.setup);
  const title = t('app.name');

  if (overview.isPending) return <ScreenSkeleton title={title} waitsFor={overview.failureReason} />;
  if (!overview.data) {
    return (
      <Screen title={title}>
        <ProblemNotice error={overview.error} title={t('home.failed')} onRetry={() => void overview.refetch()} />
      </Screen>
    );
  }
  const { data } = overview;
  const status = panelStatus(data, isStale(overview));
  const pause = (paused: boolean) =>
    setSwitch.mutate({ paused }, { onSuccess: () => showToast(t(paused ? 'home.pausedNow' : 'home.resumedNow')) });
  const presses: Presses = {
    isBusy: setSwitch.isPending || testKey.isPending,
    isReading: overview.isFetching,
    resume: () => pause(false),
    endTestMode: () =>
      setSwitch.mutate({ automation: { testMode: false } }, { onSuccess: () => showToast(t('home.testModeEnded')) }),
    testKey: () => testKey.mutate('live', { onSettled: () => void overview.refetch() }),
    readAgain: () => void overview.refetch(),
  };
  // The live key is one of its later steps: the one to do now leads.
  const isGuided = status.code === 'no_key' && hasGuide;
  const primary = isGuided ? undefined : primaryAction(status, data, t, presses);
  return (
    <Screen
      title={title}
      badge={data.testMode ? <Mark tone="attention">{t('app.testMode')}</Mark> : undefined}
      primary={primary}
      secondary={
        data.paused ? [] : [{ label: t('home.pause'), onPress: () => pause(true), loading: setSwitch.isPending }]
      }
    >
      {setSwitch.error ? <ProblemNotice error={setSwitch.error} onDismiss={setSwitch.reset} /> : null}
      {testKey.error ? <ProblemNotice error={testKey.error} onDismiss={testKey.reset} /> : null}
      {testKey.data && status.code === 'key_unchecked' ? (
        <KeyVerdict result={testKey.data} onDismiss={testKey.reset} />
      ) : null}
      <StatusPart
        status={status}
        readAt={byServerClock(overview.dataUpdatedAt)}
        comparedAt={data.comparedAt}
        error={overview.error ?? overview.failureReason}
      />
      <KeptRefusals>
        <WaitingList overview={data} />
      </KeptRefusals>
      {hasGuide ? <SetupGuide overview={data} leads={primary === undefined} /> : null}
      <DaySlots day={data.day} />
      <Balance overview={data} />
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        <NextSlots overview={data} />
        <PerDay overview={data} />
      </InlineGrid>
    </Screen>
  );
}

interface Presses {
  isBusy: boolean;
  /** Also by itself, while the other presses count. */
  isReading: boolean;
  resume: () => void;
  endTestMode: () => void;
  testKey: () => void;
  readAgain: () => void;
}

/** The one thing to do next; none where nothing waits for a person. */
function primaryAction(
  { code, count }: PanelStatus,
  data: Overview,
  t: TFunction,
  presses: Presses,
): Action | undefined {
  const loading = presses.isBusy;
  const keys = { label: t('home.enterKey'), url: '/settings#keys' };
  const ofStatus: Partial<Record<PanelStatus['code'], Action>> = {
    stale: { label: t('action.tryAgain'), onPress: presses.readAgain, loading: presses.isReading },
    paused: { label: t('home.resume'), onPress: presses.resume, loading },
    no_key: keys,
    key_refused: keys,
    key_unchecked: { label: t('home.testKey'), onPress: presses.testKey, loading },
    test_mode: { label: t('home.endTestMode'), onPress: presses.endTestMode, loading },
    reconnect: { label: t('home.reconnect'), onPress: () => window.location.reload() },
  };
  const first = ofStatus[code];
  if (first) return first;
  const isUrgent = data.changed.some(comesForNothing);
  if (code === 'manual' && count > 0 && !isUrgent)
    return { label: t('home.sendOrders'), url: '/deliveries?view=to_send' };
  const next = nextToFix(data);
  if (next === null) return;
  const order = next.orderName ?? next.orderId;
  const isToDecide = 'what' in next;
  const label = isToDecide ? t('waiting.decideOrder', { order }) : t('home.fixOrder', { order });
  return { label, url: `/deliveries/${next.orderId}` };
}
