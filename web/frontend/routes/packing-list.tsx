import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PackedDelivery, PackingList } from '#api-contract/packing-list.ts';
import { usePackingList } from '../features/packing/api/get-packing-list.ts';
import { PackingRows } from '../features/packing/components/packing-rows.tsx';
import { useLaterTexts } from '../later-texts.ts';
import later from '../locales/en-later.json' with { type: 'json' };
import { isStale } from '../shared/is-stale.ts';
import { slotQuery } from '../shared/slot-path.ts';
import { useTimes } from '../shared/times.ts';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Section } from '../ui/section.tsx';
import { Loading } from '../ui/skeleton.tsx';

/** What is to be packed for one slot, on the screen and on paper. */
export function PackingListRoute() {
  useLaterTexts(later);
  const { t } = useTranslation();
  const times = useTimes();
  const [params] = useSearchParams();
  const list = usePackingList(slotQuery({ start: params.get('start') ?? '', end: params.get('end') }));
  const { data, error, isPending, refetch } = list;
  const isEmpty = data?.deliveries.length === 0;
  return (
    <Screen
      title={t('packing.title')}
      subtitle={data ? times.slot(data.slot) : undefined}
      back={{ label: t('packing.back'), url: '/' }}
      primary={data && !isEmpty ? { label: t('packing.print'), onPress: () => window.print() } : undefined}
    >
      {error && (!data || isStale(list)) ? (
        <ProblemNotice error={error} title={t('packing.failed')} onRetry={() => void refetch()} />
      ) : null}
      {isPending ? <Loading sections={1} lines={8} /> : null}
      {isEmpty ? <Empty title={t('packing.empty')}>{t('packing.emptyText')}</Empty> : null}
      {data && !isEmpty ? <Locations list={data} /> : null}
    </Screen>
  );
}

function Locations({ list: { deliveries, more } }: { list: PackingList }) {
  const { t } = useTranslation();
  const byLocation = new Map<string, PackedDelivery[]>();
  for (const delivery of deliveries) {
    byLocation.set(delivery.locationName, [...(byLocation.get(delivery.locationName) ?? []), delivery]);
  }
  return (
    <>
      {more > 0 ? (
        <Notice
          tone="warning"
          title={t('packing.more', { count: more })}
          // The list has no filter by slot: the latest slots first.
          action={{ label: t('deliveries.title'), url: '/deliveries?state=placed&sort=slot_desc' }}
        />
      ) : null}
      {[...byLocation].map(([location, own]) => (
        <Section key={location} title={location} intro={t('day.parcels', { count: own.length })}>
          <PackingRows deliveries={own} />
        </Section>
      ))}
    </>
  );
}
