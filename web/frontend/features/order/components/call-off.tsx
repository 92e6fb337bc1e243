import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { CancelDelivery } from './cancel-delivery.tsx';

interface Props {
  orderId: string;
  orderReference: string;
  label: string;
  /** What else may be decided weighs as much. */
  isChoice?: boolean;
}

/** Cancels a booked driver: one press, and a confirmation that says what it means. */
export function CallOff({ orderId, orderReference, label, isChoice = false }: Props) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <InlineStack>
        <Press kind={isChoice ? 'secondary' : 'primary'} label={label} onPress={() => setAsked(true)} />
      </InlineStack>
    );
  }
  return (
    <>
      <CancelDelivery takesFocus orderId={orderId} orderReference={orderReference} onDone={() => setAsked(false)} />
      <InlineStack>
        <Press kind="plain" label={t('head.notNow')} onPress={() => setAsked(false)} />
      </InlineStack>
    </>
  );
}
