import { useTranslation } from 'react-i18next';
import type { OrderView } from '#api-contract/order.ts';
import { showToast } from '../../../app-bridge.ts';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSendOrder } from '../api/change-order.ts';

/** Deliveries whose driver may be booked already: nothing to correct, only to look up once more. */
export function DoubtForms({ order, references }: { order: OrderView; references: readonly string[] }) {
  return references.map((reference) => <DoubtForm key={reference} orderId={order.orderId} reference={reference} />);
}

function DoubtForm({ orderId, reference }: { orderId: string; reference: string }) {
  const { t } = useTranslation();
  const send = useSendOrder(orderId);
  const lookUp = () =>
    send.mutate({ mode: 'again', orderReference: reference }, { onSuccess: () => showToast(t('doubt.asking')) });
  return (
    <Section title={t('doubt.title', { reference })}>
      <BlockStack gap="400">
        <MutationProblem mutation={send} title={t('order.sendFailed')} />
        <Text as="p">{t('doubt.text', { reference })}</Text>
        <InlineStack>
          <Press kind="primary" label={t('fix.sendAgain')} loading={send.isPending} onPress={lookUp} />
        </InlineStack>
      </BlockStack>
    </Section>
  );
}
