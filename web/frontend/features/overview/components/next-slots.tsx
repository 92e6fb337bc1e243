import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { useTimes } from '../../../shared/times.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { InlineStack, Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';

/** Which drivers come next. */
export function NextSlots({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <Section title={t('nextSlots.title')}>
      {overview.nextSlots.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('nextSlots.none')}
        </Text>
      ) : (
        <ul className="panel-list">
          {overview.nextSlots.map(({ orderId, orderName, orderReference, slot }) => (
            <li key={orderReference}>
              <InlineStack align="space-between" gap="200" blockAlign="center">
                <Anchor url={`/deliveries/${orderId}`}>{orderName ?? orderReference}</Anchor>
                <Text as="span">{times.slot(slot)}</Text>
              </InlineStack>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
