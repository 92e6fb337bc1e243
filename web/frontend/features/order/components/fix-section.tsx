import { useTranslation } from 'react-i18next';
import type { OrderView } from '#api-contract/order.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { BlockStack } from '../../../ui/layout.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { usePreview } from '../api/get-order.ts';
import { DoubtForms } from './doubt-form.tsx';

const Waiting = () => <Loading sections={1} lines={6} />;
// Text fields are large, and most orders need none.
const FixForm = deferred(async () => (await import('./fix-form.tsx')).FixForm, Waiting);
const PrefixForm = deferred(async () => (await import('./prefix-form.tsx')).PrefixForm, Waiting);

/** Reasons for which only another reference helps. */
const takenCodes = ['reference_taken', 'reference_reserved_here', 'reference_reserved_elsewhere'];

/** What a person does about an order that needs attention: in place, one press to send. */
export function FixSection({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const preview = usePreview(order.orderId, true);
  const open = order.deliveries.filter(({ state }) => state === 'needs_attention');
  const reasons = [order.reason, ...open.map(({ reason }) => reason)];
  const isTaken = reasons.some((reason) => reason !== null && takenCodes.includes(reason.code));
  if (isTaken) return <PrefixForm order={order} />;
  const inDoubt = new Set(open.flatMap((delivery) => (delivery.inDoubt ? [delivery.orderReference] : [])));
  if (open.length > 0 && inDoubt.size === open.length) return <DoubtForms order={order} references={[...inDoubt]} />;
  if (preview.isPending) return <Waiting />;
  if (!preview.data) {
    return <ProblemNotice error={preview.error} title={t('fix.failed')} onRetry={() => void preview.refetch()} />;
  }
  const all = preview.data.deliveries;
  const fixable = all.filter(({ orderReference }) => !inDoubt.has(orderReference));
  const waiting = fixable.filter(
    ({ state, fields }) => state === null || state === 'needs_attention' || fields.some(({ problem }) => problem),
  );
  return (
    <BlockStack gap="400">
      <DoubtForms order={order} references={[...inDoubt]} />
      {waiting.map((delivery, index) => {
        const stored = order.deliveries.find(({ orderReference }) => orderReference === delivery.orderReference);
        return (
          <FixForm
            key={delivery.orderReference}
            orderId={order.orderId}
            delivery={delivery}
            reason={stored?.reason ?? order.reason}
            names={all.length > 1}
            isFirst={index === 0}
          />
        );
      })}
    </BlockStack>
  );
}
