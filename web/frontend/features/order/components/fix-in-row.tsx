import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CorrectableField } from '#api-contract/correctable-fields.ts';
import { ApiError } from '../../../api-client.ts';
import { showToast } from '../../../app-bridge.ts';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useSendOrder } from '../api/change-order.ts';
import { correctionError } from '../correction-rules.ts';
import { CorrectionInput } from './correction-input.tsx';

interface Props {
  orderId: string;
  /** Its name, for a screen reader. */
  order: string;
  field: CorrectableField;
}

/** The one value that an order lacks, typed and sent where the order is listed. */
export function FixInRow({ orderId, order, field }: Props) {
  const { t } = useTranslation();
  const send = useSendOrder(orderId);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const refusals = send.error instanceof ApiError ? (send.error.problem?.errors ?? []) : [];
  const refusal = refusals.find((one) => one.field === field)?.message;
  const wrong = correctionError(field, typed);
  const submit = () => {
    setTried(true);
    if (wrong !== null) return;
    send.mutate(
      { mode: 'again', corrections: { [field]: typed.trim() } },
      { onSuccess: () => showToast(t('order.sentToast')) },
    );
  };
  return (
    <FormFrame onSubmit={submit}>
      {send.error && refusal === undefined ? (
        <ProblemNotice error={send.error} title={t('order.sendFailed')} onDismiss={send.reset} />
      ) : null}
      <InlineStack gap="200" blockAlign="start" wrap>
        <div className="panel-grow">
          <CorrectionInput
            field={field}
            value={typed}
            initial=""
            origin={undefined}
            error={refusal ?? (isTried && wrong !== null ? t(`fix.error.${wrong}`) : undefined)}
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
