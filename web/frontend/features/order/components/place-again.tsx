import { useTranslation } from 'react-i18next';
import { showToast } from '../../../app-bridge.ts';
import { Expander } from '../../../ui/expander.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { usePlaceAgain } from '../api/change-order.ts';

/** Calls the driver off and books one for what the order says now, after saying what that means. */
export function PlaceAgain({ orderId, orderReference }: { orderId: string; orderReference: string }) {
  const { t } = useTranslation();
  const again = usePlaceAgain(orderId, orderReference);
  return (
    <Expander label={t('placeAgain.open')}>
      <BlockStack gap="300">
        <MutationProblem mutation={again} title={t('placeAgain.failed')} />
        <Text as="p">{t('placeAgain.text')}</Text>
        <InlineStack>
          <Press
            destructive
            label={t('placeAgain.confirm', { reference: orderReference })}
            loading={again.isPending}
            onPress={() => again.mutate(undefined, { onSuccess: () => showToast(t('placeAgain.begun')) })}
          />
        </InlineStack>
      </BlockStack>
    </Expander>
  );
}
