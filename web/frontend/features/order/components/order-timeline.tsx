import { useTranslation } from 'react-i18next';
import type { TimelineEvent } from '#api-contract/timeline.ts';
import { useTimes } from '../../../shared/times.ts';
import { useAudited, useWho } from '../../../shared/who.ts';
import { Section } from '../../../ui/section.tsx';
import { SimpleTable } from '../../../ui/simple-table.tsx';

/** What happened to the order, oldest first: by itself, at the delivery service, and by people. */
export function OrderTimeline({ events }: { events: readonly TimelineEvent[] }) {
  const { t } = useTranslation();
  const times = useTimes();
  const wordsOf = useWords();
  if (events.length === 0) return null;
  return (
    <Section title={t('timeline.title')}>
      <SimpleTable
        caption={t('timeline.title')}
        headings={[t('timeline.at'), t('timeline.what')]}
        rows={events.map((event, index) => ({
          key: `${event.at} ${index}`,
          cells: [times.dateTime(event.at), wordsOf(event)],
        }))}
      />
    </Section>
  );
}

function useWords(): (event: TimelineEvent) => string {
  const { t } = useTranslation();
  const whoIs = useWho();
  const audited = useAudited();
  return (event) => {
    switch (event.kind) {
      case 'paid':
        return t('timeline.paid');
      case 'attempts':
        return t('timeline.attempts', { count: event.count, reference: event.orderReference });
      case 'action': {
        const [done, detail] = audited(event);
        return [`${whoIs(event.by)}: ${done}`, event.orderReference, detail].filter(Boolean).join(', ');
      }
      default:
        return t(`timeline.step.${event.kind}`, { reference: event.orderReference });
    }
  };
}
