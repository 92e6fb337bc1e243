import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CorrectableField } from '#api-contract/correctable-fields.ts';
import { ApiError } from '../../../api-client.ts';
import { showToast } from '../../../app-bridge.ts';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { useFaultFocus } from '../../../ui/keep-focus.ts';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { PressProblem } from '../../../ui/problem-notice.tsx';
import { useProblemTexts } from '../../../ui/problem-texts.ts';
import { useSendOrder } from '../api/change-order.ts';
import { correctionError } from '../correction-rules.ts';
import { type FieldError, unchangedError } from '../fix-form-state.ts';
import { CorrectionInput } from './correction-input.tsx';

interface Props {
  orderId: string;
  /** Its name. */
  order: string;
  field: CorrectableField;
  /** What the order says there, as the buyer gave it; empty where it says nothing. */
  given: string;
  /** What is wrong with that, in words. */
  problem: string;
}

/** The one value that keeps an order from being sent, put right and sent where the order is listed. */
export function FixInRow({ orderId, order, field, given, problem }: Props) {
  const { t } = useTranslation();
  const send = useSendOrder(orderId);
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useTypedOver(given);
  const [tries, setTries] = useState(0);
  useFaultFocus(tries, { frame });
  useFaultFocus(send.error, { frame });
  const refused = useProblemTexts()(send.error instanceof ApiError ? send.error.problem : null);
  const refusal = refused?.errors.find((one) => one.field === field)?.message;
  const isUnchanged = given !== '' && typed.trim() === given.trim();
  const wrong = isUnchanged ? null : correctionError(field, typed);
  const submit = () => {
    if (isUnchanged || wrong !== null) return setTries(tries + 1);
    send.mutate(
      { mode: 'again', corrections: { [field]: typed.trim() } },
      { onSuccess: () => showToast(t('order.sentToast')) },
    );
  };
  const error = (): FieldError => {
    if (refusal !== undefined) return { words: refusal };
    if (isUnchanged) return unchangedError(given, field, problem);
    return tries > 0 && wrong !== null ? { key: wrong } : null;
  };
  return (
    <FormFrame onSubmit={submit}>
      {send.error && refusal === undefined ? (
        <PressProblem error={send.error} title={`${order}: ${t('order.sendFailed')}`} onDismiss={send.reset} />
      ) : null}
      <InlineStack gap="200" blockAlign="start" wrap>
        <div className="panel-grow" ref={frame}>
          <CorrectionInput
            field={field}
            value={typed}
            initial={given}
            origin={undefined}
            error={error()}
            onChange={(value) => {
              if (send.error) send.reset();
              setTyped(value);
            }}
          />
        </div>
        <div className="panel-beside-field">
          <Press submit label={t('fix.send')} hint={t('waiting.sendOrder', { order })} loading={send.isPending} />
        </div>
      </InlineStack>
    </FormFrame>
  );
}

/** What is typed over a value; while nothing is, the value itself, also once it is another. */
function useTypedOver(given: string) {
  const [typed, setTyped] = useState(given);
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    if (typed === seen) setTyped(given);
  }
  return [typed, setTyped] as const;
}
