import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Counts, Overview } from '#api-contract/overview.ts';
import { useMeasures } from '../../../shared/measures.ts';
import { useTimes } from '../../../shared/times.ts';
import { Facts } from '../../../ui/facts.tsx';
import { InlineStack } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { PanelLink } from '../../../ui/router-link.tsx';
import { Section } from '../../../ui/section.tsx';

/** Parts of the sum with the list each one opens, of the same orders. */
const parts: { name: Exclude<keyof Counts, 'paid' | 'unexplained'>; query: string }[] = [
  { name: 'placed', query: 'state=placed' },
  { name: 'inProgress', query: 'state=queued,placing,confirming' },
  { name: 'held', query: 'state=held' },
  { name: 'needsAttention', query: 'state=needs_attention' },
  { name: 'toSend', query: 'view=to_send' },
  { name: 'skipped', query: 'view=left_out&state=skipped' },
  { name: 'cancelled', query: 'state=cancelled' },
];

/** Every paid order is somewhere: the sum, and how long placing takes. */
export function Balance({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { duration } = useMeasures();
  const [params, setParams] = useSearchParams();
  const { last24h, last7d } = overview;
  // What is missing since longer than a day must not stand as 0 below the line that says so.
  const isMissingLonger = (last7d.unexplained ?? 0) > (last24h.unexplained ?? 0);
  const isWeek = (params.get('period') ?? (isMissingLonger ? '7d' : '24h')) === '7d';
  const period = isWeek ? '7d' : '24h';
  const counts = isWeek ? last7d : last24h;
  const shown = { ...counts, skipped: counts.skipped - counts.toSend };
  const listed = parts.filter(({ name }) => name !== 'toSend' || counts.toSend > 0);
  const show = (chosen: '24h' | '7d') => setParams({ period: chosen }, { replace: true });
  const times = useTimes();
  const { comparedAt } = overview;
  const { median, p95 } = overview.paidToPlacedSeconds;
  return (
    <Section
      title={t('balance.title')}
      intro={counts.paid === 0 ? t('balance.none') : t('balance.sentence', { count: counts.paid })}
      aside={
        <InlineStack gap="200">
          <Press label={t('balance.day')} pressed={!isWeek} onPress={() => show('24h')} />
          <Press label={t('balance.week')} pressed={isWeek} onPress={() => show('7d')} />
        </InlineStack>
      }
    >
      <ul className="panel-balance">
        {listed.map(({ name, query }) => (
          <li key={name}>
            <PanelLink url={`/deliveries?${query}&paid=${period}`}>
              <strong>{shown[name]}</strong>
              {t(`balance.${name}`)}
            </PanelLink>
          </li>
        ))}
        <li>
          <div>
            <strong>{counts.unexplained ?? t('app.none')}</strong>
            {t('balance.unexplained')}
          </div>
        </li>
      </ul>
      <Facts
        facts={[
          { label: t('balance.median'), value: median === null ? t('app.none') : duration(median) },
          ...(p95 === null ? [] : [{ label: t('balance.p95'), value: duration(p95) }]),
          {
            label: t('balance.comparedAt'),
            value: comparedAt === null ? t('balance.notYetCompared') : times.dateTime(comparedAt),
          },
          ...(overview.quarantinedWebhooks > 0
            ? [{ label: t('balance.quarantined'), value: String(overview.quarantinedWebhooks) }]
            : []),
        ]}
      />
    </Section>
  );
}
