import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '#api-contract/order.ts';
import { settings } from '#api-contract/settings.ts';
import { showToast } from '../../../app-bridge.ts';
import { useSaveSettings } from '../../../shared/api/save-settings.ts';
import { FormFrame } from '../../../ui/form-frame.tsx';
import { BlockStack, InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { PressProblem } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useSendOrder } from '../api/change-order.ts';

/** The reference belongs to somebody else's delivery: a prefix makes this shop's references its own. */
export function PrefixForm({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const save = useSaveSettings();
  const send = useSendOrder(order.orderId);
  const suggested = order.reason?.params['prefix'];
  const [prefix, setPrefix] = useState(typeof suggested === 'string' ? suggested : 'SHOP-');
  const isUsable = prefix !== '' && settings.shape.reference.safeParse({ prefix }).success;

  const submit = async () => {
    if (!isUsable) return;
    await save.mutateAsync({ reference: { prefix } });
    await send.mutateAsync({ mode: 'again' });
    showToast(t('order.sentToast'));
  };
  const error = save.error ?? send.error;
  return (
    <Section title={t('prefix.title')} intro={t('prefix.intro')}>
      {/* A failure is shown from the mutations below. */}
      <FormFrame onSubmit={() => void submit().catch(() => undefined)}>
        <BlockStack gap="400">
          {error ? <PressProblem error={error} title={t('order.sendFailed')} /> : null}
          <TextInput
            label={t('prefix.label')}
            value={prefix}
            onChange={setPrefix}
            error={isUsable ? undefined : t('prefix.error')}
            help={t('prefix.help', { example: `${prefix}${order.orderNumber ?? '1001'}` })}
          />
          <InlineStack>
            <Press submit kind="primary" label={t('prefix.send')} loading={save.isPending || send.isPending} />
          </InlineStack>
        </BlockStack>
      </FormFrame>
    </Section>
  );
}
