import { Badge } from '@shopify/polaris';
import { useTranslation } from 'react-i18next';
import type { DeliveryState, DeliveryView } from '#api-contract/order.ts';

type Look = {
  tone?: 'success' | 'info' | 'attention' | 'warning' | 'critical';
  progress?: 'incomplete' | 'partiallyComplete' | 'complete';
};

/** Tone and mark of each state: colour is never the only sign. */
const looks: Record<DeliveryState, Look> = {
  queued: { tone: 'info', progress: 'incomplete' },
  placing: { tone: 'info', progress: 'partiallyComplete' },
  confirming: { tone: 'info', progress: 'partiallyComplete' },
  placed: { tone: 'success', progress: 'complete' },
  skipped: {},
  held: { tone: 'attention', progress: 'incomplete' },
  needs_attention: { tone: 'critical', progress: 'incomplete' },
  cancelled: {},
};

/** Once it is booked, how far the driver is says more. */
const progressLooks: Record<Progress, Look> = {
  on_its_way: { tone: 'info', progress: 'partiallyComplete' },
  delivered: { tone: 'success', progress: 'complete' },
  failed: { tone: 'critical', progress: 'incomplete' },
  returned: { tone: 'critical', progress: 'incomplete' },
};

/** Polaris would read "Success Complete" before the word, which says it all. */
const unspoken = { toneAndProgressLabelOverride: ' ' };

type Progress = NonNullable<DeliveryView['progress']>;

interface Props {
  state: DeliveryState;
  /** Why it is in that state. */
  code?: string | undefined;
  progress?: Progress | null;
  /** The delivery service is asked to cancel it. */
  isCancelling?: boolean;
  /** It was asked to, and does not say whether it has. */
  isInDoubt?: boolean;
  /** Booked, over its time, and not collected or not brought. */
  isLate?: boolean;
}

/** The state of an order or a delivery in one or two words. */
export function StateBadge({ state, code, progress = null, isCancelling, isInDoubt, isLate }: Props) {
  const { t } = useTranslation();
  if (isCancelling) return <Mark tone="attention">{t('state.cancelling')}</Mark>;
  if (isInDoubt) return <Mark tone="attention">{t('state.in_doubt')}</Mark>;
  if (isLate) return <Mark tone="critical">{t('state.late')}</Mark>;
  if (state === 'placed' && progress) {
    return (
      <Badge {...unspoken} {...progressLooks[progress]}>
        {t(`progress.${progress}`)}
      </Badge>
    );
  }
  if (state === 'skipped' && code === 'manual_mode') return <Mark tone="attention">{t('state.to_send')}</Mark>;
  return (
    <Badge {...unspoken} {...looks[state]}>
      {t(`state.${state}`)}
    </Badge>
  );
}

/** A word of another kind in the same shape. */
export function Mark({ children, tone }: { children: string; tone?: 'success' | 'info' | 'attention' | 'critical' }) {
  return (
    <Badge {...unspoken} {...(tone ? { tone } : {})}>
      {children}
    </Badge>
  );
}
