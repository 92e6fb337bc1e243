import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { packingPath } from '../../../shared/slot-path.ts';
import { useTimes } from '../../../shared/times.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';

/** Which drivers come next, and what to pack for those whose slot is not among today's. */
export function NextSlots({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const times = useTimes();
  const paths = overview.nextSlots.map(({ slot }) => packingPath(slot));
  const today = overview.day.map(({ slot }) => packingPath(slot));
  const isPackedHere = (path: string, index: number) => !today.includes(path) && paths.indexOf(path) === index;
  return (
    <Section title={t('nextSlots.title')}>
      {overview.nextSlots.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('nextSlots.none')}
        </Text>
      ) : (
        <ul className="panel-list">
          {overview.nextSlots.map(({ orderId, orderName, orderReference, slot }, index) => (
            <li key={orderReference}>
              <InlineStack align="space-between" gap="200" blockAlign="center">
                <Anchor url={`/deliveries/${orderId}`}>{orderName ?? orderReference}</Anchor>
                <BlockStack inlineAlign="end">
                  <Text as="span">{times.slot(slot)}</Text>
                  {isPackedHere(packingPath(slot), index) ? (
                    <Anchor url={packingPath(slot)}>{t('day.pack')}</Anchor>
                  ) : null}
                </BlockStack>
              </InlineStack>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
