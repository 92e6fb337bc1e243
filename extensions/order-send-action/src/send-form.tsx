import { useRef, useState } from 'preact/hooks';
import { type CorrectableField, correctableFields } from '#api-contract/correctable-fields.ts';
import type { Corrections, MappedField, OrderPreview, OrderView, Problem } from '#api-contract/order.ts';
import { callApi } from '#extensions/parts/call-api.ts';
import { Booked } from './booked.tsx';
import { deliveryToSend, type PreviewedDelivery } from './delivery-to-send.ts';
import { ProblemBanner, ReadOnly, t } from './frame.tsx';
import { Refused } from './refused.tsx';

interface Props {
  preview: OrderPreview;
  /** `awaited` names a delivery that is booked as soon as another is cancelled; null where none is. */
  onSent: (awaited: string | null) => void;
}

/** The delivery that needs a person most; where a driver is booked for all that can be sent, what can be done about those. */
export function SendForm({ preview, onSent }: Props) {
  const { decision, deliveries, orderId } = preview;
  const delivery = deliveryToSend(preview);
  if (delivery && !decision.refusal) return <DeliveryForm preview={preview} delivery={delivery} onSent={onSent} />;
  const isBooked = deliveries.some(({ state }) => state === 'placed' || (state === 'cancelled' && !delivery));
  if (isBooked) return <Booked preview={preview} onDone={onSent} />;
  const { message = t('nothing'), nextStep = null } = decision.refusal ?? decision.reason ?? {};
  return (
    <ReadOnly orderId={orderId}>
      <s-text>{message}</s-text>
      {nextStep && decision.refusal ? <s-text>{nextStep}</s-text> : null}
    </ReadOnly>
  );
}

function DeliveryForm({ preview, delivery, onSent }: Props & { delivery: PreviewedDelivery }) {
  const [typed, setTyped] = useState<Corrections>({});
  // A press may come before what was typed last is drawn.
  const latest = useRef(typed);
  const [problem, setProblem] = useState<Problem | 'unanswered' | null>(null);
  const [isSending, setSending] = useState(false);
  const form = formOf(delivery, problem === 'unanswered' ? null : problem);
  const [name, address] = [form.shown('dropoff_contact_name'), form.shown('dropoff_address')];

  const type = (field: CorrectableField, value: string) => {
    latest.current = { ...latest.current, [field]: value };
    setTyped(latest.current);
  };

  const send = async () => {
    setSending(true);
    const answer = await callApi<OrderView>(`/api/orders/${preview.orderId}/send?language=${t('language')}`, {
      post: bodyOf(delivery, latest.current),
    });
    setSending(false);
    if (answer.kind === 'ok') onSent(null);
    else if (answer.kind === 'missing') setProblem(gone());
    else setProblem(answer.kind === 'refused' ? answer.problem : 'unanswered');
  };

  return (
    <s-admin-action heading={t('heading')}>
      <s-stack gap="base">
        <Outcome preview={preview} problem={problem} shownAtField={form.hasFieldError} />
        {problem === null && isLeftToPerson(delivery) ? (
          <Refused orderId={preview.orderId} orderReference={delivery.orderReference} />
        ) : null}
        {name && address ? <s-text>{t('to', { name, address })}</s-text> : null}
        {form.asked.map((field) => (
          <s-text-field
            key={field}
            label={t(`field.${field}`)}
            value={typed[field] ?? form.shown(field)}
            error={form.errorOf(field) ?? ''}
            onInput={(event) => type(field, event.currentTarget.value)}
          />
        ))}
      </s-stack>
      <s-button slot="primary-action" variant="primary" loading={isSending} onClick={() => void send()}>
        {t('send')}
      </s-button>
      <s-button slot="secondary-actions" onClick={() => shopify.close()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}

/** What came of pressing Send, else why the rules did not send it by themselves. */
function Outcome({
  preview,
  problem,
  shownAtField,
}: {
  preview: OrderPreview;
  problem: Problem | 'unanswered' | null;
  shownAtField: boolean;
}) {
  if (problem === 'unanswered')
    return <ProblemBanner heading={t('unanswered.title')} problem={{ detail: t('unanswered.again') }} />;
  if (problem && !shownAtField) return <ProblemBanner heading={t('notSent')} problem={problem} />;
  const { reason } = preview.decision;
  return reason === null ? null : (
    <s-banner tone="info" heading={t('why')}>
      <s-paragraph>{reason.message}</s-paragraph>
    </s-banner>
  );
}

/** A person is to do something, and no field says what: the delivery service has refused it, or nobody knows whether it is booked. */
const isLeftToPerson = ({ state, fields }: PreviewedDelivery): boolean =>
  state === 'needs_attention' && fields.every(({ problem }) => problem === null);

function formOf(delivery: PreviewedDelivery, problem: Problem | null) {
  const mapped = (field: string) => delivery.fields.find((one) => one.field === field);
  const served = (field: string) => problem?.errors?.find((one) => one.field === field)?.message;
  const isAtFault = (field: string) => (mapped(field)?.problem ?? null) !== null || served(field) !== undefined;
  const always = ['dropoff_contact_phone', ...(isLeftToPerson(delivery) ? ['dropoff_address'] : [])];
  const asked = correctableFields.filter((field) => always.includes(field) || isAtFault(field));
  return {
    /** Whom the driver calls can always be corrected here, and where to if it was refused; anything else where it is at fault. */
    asked,
    shown: (field: CorrectableField) => shownOf(mapped(field)),
    errorOf: (field: CorrectableField) => served(field) ?? ownError(field, mapped(field)),
    hasFieldError: asked.some((field) => served(field) !== undefined),
  };
}

/** What would be sent, else what the order says there though it cannot be used; '' where it says nothing. */
const shownOf = (mapped: MappedField | undefined): string => mapped?.value ?? mapped?.given ?? '';

/** What is missing is asked for in the form's own words; what is there and wrong is named in the backend's. */
function ownError(field: CorrectableField, mapped: MappedField | undefined): string | null {
  if (!mapped || mapped.problem === null) return null;
  if (shownOf(mapped) !== '') return mapped.problem;
  return t(field.endsWith('_phone') ? 'error.phone' : 'error.missing');
}

function bodyOf({ orderReference, state, fields }: PreviewedDelivery, typed: Corrections) {
  const changed = Object.entries(typed).filter(
    ([field, value]) => value !== shownOf(fields.find((one) => one.field === field)),
  );
  return {
    mode: 'again',
    // One that is not stored yet has no reference that could be named.
    ...(state === null ? {} : { orderReference }),
    ...(changed.length > 0 ? { corrections: Object.fromEntries(changed) } : {}),
  };
}

function gone(): Problem {
  const detail = t('nothing');
  return { type: 'about:blank', title: detail, status: 404, detail };
}
