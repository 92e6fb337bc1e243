import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPreview, Reason } from '#api-contract/order.ts';
import { ApiError } from '../../../api-client.ts';
import { showToast } from '../../../app-bridge.ts';
import { Expander } from '../../../ui/expander.tsx';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { BlockStack, InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSendOrder } from '../api/send-order.ts';
import { type CorrectableField, changedCorrections, correctableFields, correctionError } from '../correction-rules.ts';
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
  const fieldAtFault = reason?.field ?? null;
  const { t } = useTranslation();
  const send = useSendOrder(orderId);
  const [initial] = useState(() => initialValues(delivery));
  const [typed, setTyped] = useState(initial);
  const [isPressed, setPressed] = useState(false);

  const problemOf = (field: CorrectableField) =>
    delivery.fields.find((mapped) => mapped.field === field)?.problem ?? null;
  const refusals = send.error instanceof ApiError ? (send.error.problem?.errors ?? []) : [];
  const errorOf = (field: CorrectableField): string | undefined => {
    const isChanged = typed[field] !== initial[field];
    const problem = problemOf(field);
    if (!isChanged && problem) return initial[field] === '' ? t(`fix.error.${correctionError(field, '')}`) : problem;
    if (!isChanged && !isPressed) return undefined;
    const served = refusals.find((refusal) => refusal.field === field);
    if (served) return served.message;
    if (!isChanged && field !== fieldAtFault) return undefined;
    const error = correctionError(field, typed[field]);
    return error === null ? undefined : t(`fix.error.${error}`);
  };
  const first = correctableFields.filter((field) => field === fieldAtFault || problemOf(field) !== null);
  const others = correctableFields.filter((field) => !first.includes(field));
  const hasErrors = correctableFields.some((field) => errorOf(field) !== undefined);
  const isChanged = correctableFields.some((field) => typed[field].trim() !== initial[field].trim());

  const submit = () => {
    setPressed(true);
    if (hasErrors) return;
    const corrections = changedCorrections(initial, typed);
    send.mutate(
      { mode: 'again', ...(names ? { orderReference: delivery.orderReference } : {}), ...(isChanged ? { corrections } : {}) },
      { onSuccess: () => showToast(t('order.sentToast')) },
    );
  };
  const input = (field: CorrectableField) => (
    <CorrectionInput
      key={field}
      field={field}
      value={typed[field]}
      initial={initial[field]}
      origin={delivery.fields.find((mapped) => mapped.field === field)?.origin}
      error={errorOf(field)}
      onChange={(value) => {
        // What the server refused is no longer what stands here.
        if (send.error) send.reset();
        setTyped((before) => ({ ...before, [field]: value }));
      }}
    />
  );
  const isLate = reason?.code.startsWith('too_') ?? false;
  const sendLabel = first.length > 0 || isChanged ? 'fix.send' : isLate ? 'fix.stillSend' : 'fix.sendAgain';
  const title = names
    ? t('fix.titleNamed', { reference: delivery.orderReference, location: delivery.locationName ?? '' })
    : t(first.length > 0 ? 'fix.title' : 'fix.titleCheck');
  return (
    <Section title={title} intro={t('fix.intro')}>
      <FormFrame onSubmit={submit}>
        <BlockStack gap="400">
          {send.error ? <ProblemNotice error={send.error} title={t('order.sendFailed')} onDismiss={send.reset} /> : null}
          {first.map(input)}
          <Expander label={t(first.length > 0 ? 'fix.others' : 'fix.change')}>
            <BlockStack gap="400">{others.map(input)}</BlockStack>
          </Expander>
          <InlineStack>
            <Press
              submit
              kind={isFirst ? 'primary' : 'secondary'}
              label={t(sendLabel)}
              loading={send.isPending}
            />
          </InlineStack>
        </BlockStack>
      </FormFrame>
    </Section>
  );
}

function initialValues(delivery: Props['delivery']): Record<CorrectableField, string> {
  const value = (name: CorrectableField) => delivery.fields.find(({ field }) => field === name)?.value ?? '';
  return {
    dropoff_contact_phone: value('dropoff_contact_phone'),
    dropoff_address: value('dropoff_address'),
    dropoff_contact_name: value('dropoff_contact_name'),
    dropoff_coordinates: value('dropoff_coordinates'),
    dropoff_remarks: value('dropoff_remarks'),
    pickup_contact_phone: value('pickup_contact_phone'),
    pickup_address: value('pickup_address'),
    pickup_contact_name: value('pickup_contact_name'),
    pickup_coordinates: value('pickup_coordinates'),
    pickup_remarks: value('pickup_remarks'),
  };
}
