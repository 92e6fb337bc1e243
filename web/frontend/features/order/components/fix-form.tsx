import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CorrectableField } from '#api-contract/correctable-fields.ts';
import type { OrderPreview, Reason } from '#api-contract/order.ts';
import { showToast } from '../../../app-bridge.ts';
import { Expander } from '../../../ui/expander.tsx';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { useFaultFocus } from '../../../ui/keep-focus.ts';
import { BlockStack, InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSendOrder } from '../api/change-order.ts';
import { previewKey } from '../api/order-call.ts';
import { useFixForm } from '../fix-form-state.ts';
import { CorrectionInput } from './correction-input.tsx';

interface Props {
  orderId: string;
  delivery: OrderPreview['deliveries'][number];
  /** Why it needs attention; names the field at fault where one is. */
  reason: Reason | null;
  /** True where the order has several deliveries, so that each is named. */
  names: boolean;
  /** One primary button a page. */
  isFirst: boolean;
}

/** The request's values as a form: those at fault open, the others one press away. */
export function FixForm({ orderId, delivery, reason, names, isFirst }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const send = useSendOrder(orderId);
  const form = useFixForm(delivery, reason, send.error);
  const isFaulty = form.atFault.length > 0;
  const frame = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  useFaultFocus(tries, { frame });
  useFaultFocus(send.error, { frame });

  const submit = () => {
    if (form.isStoredFault) void client.invalidateQueries({ queryKey: previewKey(orderId) });
    if (form.hasErrors) {
      form.showErrors();
      return setTries(tries + 1);
    }
    send.mutate(
      {
        mode: 'again',
        ...(names ? { orderReference: delivery.orderReference } : {}),
        ...(form.isAnyChanged ? { corrections: form.corrections() } : {}),
      },
      {
        onSuccess: () => {
          form.noteSent();
          showToast(t('order.sentToast'));
        },
      },
    );
  };
  const input = (field: CorrectableField) => {
    return (
      <CorrectionInput
        key={field}
        field={field}
        value={form.typed[field]}
        initial={form.initial[field]}
        origin={form.originOf(field)}
        error={form.errorOf(field)}
        onChange={(value) => {
          // What the server refused is no longer what stands here.
          if (send.error) send.reset();
          form.type(field, value);
        }}
      />
    );
  };
  const title = names
    ? t('fix.titleNamed', { reference: delivery.orderReference, location: delivery.locationName ?? '' })
    : t(isFaulty ? 'fix.title' : 'fix.titleCheck');
  return (
    <Section title={title} intro={t('fix.intro')}>
      <FormFrame onSubmit={submit}>
        <BlockStack gap="400">
          <MutationProblem mutation={send} title={t('order.sendFailed')} />
          <div ref={frame}>
            <BlockStack gap="400">{form.atFault.map(input)}</BlockStack>
          </div>
          <Expander label={t(isFaulty ? 'fix.others' : 'fix.change')}>
            <BlockStack gap="400">{form.others.map(input)}</BlockStack>
          </Expander>
          <InlineStack>
            <Press
              submit
              kind={isFirst ? 'primary' : 'secondary'}
              label={t(sendLabel(isFaulty || form.isAnyChanged, delivery.state === null, reason))}
              loading={send.isPending}
            />
          </InlineStack>
        </BlockStack>
      </FormFrame>
    </Section>
  );
}

/** What the reason's next step calls it: nothing goes again that never went. */
function sendLabel(isFix: boolean, isUnsent: boolean, reason: Reason | null): string {
  if (isFix) return 'fix.send';
  return isUnsent || reason?.code.startsWith('too_') ? 'order.send' : 'fix.sendAgain';
}
