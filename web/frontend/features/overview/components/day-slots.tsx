import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { packingPath } from '../../../shared/slot-path.ts';
import { useTimes } from '../../../shared/times.ts';
import { InlineStack, Text } from '../../../ui/layout.ts';
import { PanelLink } from '../../../ui/router-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { Mark } from '../../../ui/state-badge.tsx';

/** The day as the drivers have it: each slot with how many parcels, and what is late. */
export function DaySlots({ day }: { day: Overview['day'] }) {
  const { t } = useTranslation();
  const times = useTimes();
  const late = day.reduce((sum, one) => sum + one.late, 0);
  return (
    <Section
      title={t('day.title')}
      badge={late > 0 ? <Mark tone="critical">{t('day.late', { count: late })}</Mark> : undefined}
    >
      {day.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('day.none')}
        </Text>
      ) : (
        <ul className="panel-balance panel-slots">
          {day.map(({ slot, booked, onItsWay, delivered, late: ownLate }) => (
            <li key={`${slot.start} ${slot.end}`}>
              <PanelLink url={packingPath(slot)}>
                <span>{times.slot({ text: slot.text.replace(/^[^,]*, /, '') })}</span>
                <strong>{t('day.parcels', { count: booked })}</strong>
                <InlineStack gap="100">
                  {ownLate > 0 ? <Mark tone="critical">{t('day.late', { count: ownLate })}</Mark> : null}
                  {onItsWay > 0 ? <Mark tone="info">{t('day.onItsWay', { count: onItsWay })}</Mark> : null}
                  {delivered > 0 ? <Mark tone="success">{t('day.delivered', { count: delivered })}</Mark> : null}
                </InlineStack>
                {t('day.pack')}
              </PanelLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
