import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { useTimes } from '../../../shared/times.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { worstFirst } from '../next-to-fix.ts';
import { ChangedRow } from './changed-row.tsx';
import { WaitingOrders } from './waiting-orders.tsx';
import { Row } from './waiting-row.tsx';

/** Of each kind; more are a list of their own. */
const shown = 10;

/** What waits for a person, each with its fix: a driver who comes for nothing first, then what is soonest too late. */
export function WaitingList({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const times = useTimes();
  const { waiting, waitingCount, changed, driftAlarms, undelivered, secondDrivers, dataRequests } = overview;
  const doubtful = driftAlarms + undelivered + secondDrivers;
  const doubted = worstFirst(changed).slice(0, shown);
  const more = doubtful - doubted.length;
  const all = waitingCount + doubtful + dataRequests.open;
  // A row takes its presses along.
  if (all === 0) return null;
  return (
    <Section title={t('waiting.title')} badge={<Mark tone="critical">{String(all)}</Mark>}>
      <ul className="panel-list">
        {doubted.map((one) => (
          <ChangedRow key={one.orderReference} changed={one} />
        ))}
        {more > 0 ? (
          <Row
            title={t('waiting.changed', { count: more })}
            texts={[]}
            action={{
              label: t('waiting.seeChanged'),
              url: `/deliveries?view=${secondDrivers > 0 ? 'needs_you' : 'changed'}`,
            }}
          />
        ) : null}
        <WaitingOrders waiting={waiting.slice(0, shown)} />
        {dataRequests.nextDueAt === null ? null : (
          <Row
            title={t('waiting.dataRequests', { count: dataRequests.open })}
            texts={[t('waiting.dataRequestsText', { date: times.date(dataRequests.nextDueAt) })]}
            action={{ label: t('waiting.seeRequests'), url: '/data-requests' }}
          />
        )}
      </ul>
      {waitingCount > shown ? (
        <Text as="p">
          <Anchor url="/deliveries?view=needs_you">{t('waiting.all', { count: waitingCount })}</Anchor>
        </Text>
      ) : null}
    </Section>
  );
}
