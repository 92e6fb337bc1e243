import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { overviewKey } from '../../../shared/api/get-overview.ts';
import { useTimes } from '../../../shared/times.ts';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { isCancelledHere } from '../next-to-fix.ts';
import { Row } from './waiting-row.tsx';

// Pressed rarely: the first load does without it.
const CancelDelivery = lazy(async () => ({
  default: (await import('../../order/components/cancel-delivery.tsx')).CancelDelivery,
}));

/** What became doubtful after booking; a driver who would come for nothing is cancelled from here. */
export function ChangedRow({ changed }: { changed: Overview['changed'][number] }) {
  const { t } = useTranslation();
  const times = useTimes();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { orderId, orderName, orderReference, what, slot } = changed;
  const order = orderName ?? orderReference;
  const title = `${order}: ${t(`changed.${what}`, { slot: slot ? times.slot(slot) : t('delivery.noSlotWithin') })}`;
  if (!isCancelledHere(changed)) {
    const action = {
      label: t('waiting.decide'),
      hint: t('waiting.decideOrder', { order }),
      url: `/deliveries/${orderId}`,
    };
    return <Row title={title} texts={[]} action={action} />;
  }
  const hint = t(what === 'second_driver' ? 'waiting.callOffFirst' : 'waiting.callOffOrder', { order });
  const action = {
    label: t(what === 'second_driver' ? 'head.callOffFirst' : 'head.callOff'),
    hint,
    onPress: () => setAsked(true),
  };
  return (
    <Row title={title} texts={[]} {...(isAsked ? {} : { action })}>
      {isAsked ? (
        <Suspense fallback={<Loading lines={2} />}>
          <CancelDelivery
            takesFocus
            orderId={orderId}
            orderReference={orderReference}
            onDone={() => {
              setAsked(false);
              void client.invalidateQueries({ queryKey: overviewKey });
            }}
          />
          <InlineStack>
            <Press kind="plain" label={t('head.notNow')} onPress={() => setAsked(false)} />
          </InlineStack>
        </Suspense>
      ) : null}
    </Row>
  );
}
