import { useTranslation } from 'react-i18next';
import type { OrderView } from '#api-contract/order.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';

/** Where reasons are dealt with that no form on this page mends, by the beginning of their code. */
const elsewhere: [beginning: string, url: string][] = [
  ['no_key', '/settings#keys'],
  ['no_test_key', '/settings#keys'],
  ['key_refused', '/settings#keys'],
  ['pickup_', '/settings#locations'],
  ['manual_mode', '/settings'],
  ['test_mode', '/settings#automation'],
  ['method_mismatch', '/settings'],
  ['condition_', '/settings'],
];

/** State, reason and next step, one sentence each. */
export function OrderNotice({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const texts = useReasonTexts();
  const reason = order.reason ? texts(order.reason) : null;
  const next = useNextStep(order, (order.refusal ? texts(order.refusal) : reason)?.nextStep ?? null);
  const settingsUrl = elsewhere.find(([beginning]) => order.reason?.code.startsWith(beginning))?.[1];
  const title = reason?.message ?? t(`order.sentence.${order.state}`);
  return (
    <Notice
      tone={order.headline.tone}
      title={title}
      action={settingsUrl ? { label: t('order.openSettings'), url: settingsUrl } : undefined}
    >
      {order.reason?.serviceMessage ? (
        <NoticeText>{t('order.serviceSays', { words: order.reason.serviceMessage })}</NoticeText>
      ) : null}
      {reason?.waits ? <NoticeText>{reason.waits}</NoticeText> : null}
      <NoticeText>{next}</NoticeText>
    </Notice>
  );
}

/** What to do next; of a field that the service refused, by its name. */
function useNextStep({ state, reason }: OrderView, nextStep: string | null): string {
  const { t } = useTranslation();
  const field = reason?.code === 'refused_by_service' && reason.field ? reason.field : null;
  const nameOf = (one: string) => t(`field.${one}`, { defaultValue: '' });
  // A point comes of an address, and is refused in its place.
  const names = (field === null ? [] : [...new Set([field.replace(/_coordinates$/, '_address'), field])]).map(nameOf);
  const name = names.filter(Boolean).join(', ');
  if (name !== '') return t('order.next.fixField', { field: name });
  return nextStep ?? t(`order.next.${state}`);
}
