import { Badge } from '@shopify/polaris';
import { useTranslation } from 'react-i18next';
import type { DeliveryState } from '#api-contract/order.ts';

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

/** The state of an order or a delivery in one or two words. `code`: why it is in that state. */
export function StateBadge({ state, code }: { state: DeliveryState; code?: string | undefined }) {
  const { t } = useTranslation();
  if (state === 'skipped' && code === 'manual_mode') return <Badge tone="attention">{t('state.to_send')}</Badge>;
  return <Badge {...looks[state]}>{t(`state.${state}`)}</Badge>;
}

/** A word of another kind in the same shape. */
export function Mark({ children, tone }: { children: string; tone?: 'success' | 'info' | 'attention' | 'critical' }) {
  return <Badge {...(tone ? { tone } : {})}>{children}</Badge>;
}
