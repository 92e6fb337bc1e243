import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { showToast } from '../app-bridge.ts';
import { useExportFigures, useFigures } from '../features/figures/api/figures.ts';
import { ByLocation } from '../features/figures/components/by-location.tsx';
import { FigureSums, KeptSince } from '../features/figures/components/figure-sums.tsx';
import { OverTime } from '../features/figures/components/over-time.tsx';
import { periods, readPeriod } from '../features/figures/periods.ts';
import { useLaterTexts } from '../later-texts.ts';
import later from '../locales/en-later.json' with { type: 'json' };
import { MenuOf } from '../ui/choices.tsx';
import { Empty } from '../ui/empty.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Loading } from '../ui/skeleton.tsx';

/** What same-day delivery brought: how many, how many in time, how fast, at what cost. */
export function ResultsRoute() {
  useLaterTexts(later);
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const period = readPeriod(params);
  const { data, error, isPending, refetch } = useFigures(period);
  const download = useExportFigures();
  return (
    <Screen
      title={t('results.title')}
      subtitle={t('results.intro')}
      secondary={[
        {
          label: t('deliveries.export'),
          onPress: () => download.mutate(period, { onSuccess: () => showToast(t('deliveries.exported')) }),
          loading: download.isPending,
        },
      ]}
    >
      <MenuOf
        label={t('results.period')}
        options={periods.map((value) => ({ value, label: t(`results.periods.${value}`) }))}
        value={period}
        onChange={(days) => setParams({ days }, { replace: true })}
      />
      {download.error ? <ProblemNotice error={download.error} onDismiss={download.reset} /> : null}
      {error ? <ProblemNotice error={error} title={t('results.failed')} onRetry={() => void refetch()} /> : null}
      {isPending ? <Loading sections={3} /> : null}
      {data && data.from < data.keptSince ? <KeptSince view={data} /> : null}
      {data?.total.deliveries === 0 ? <Empty title={t('results.empty')}>{t('results.emptyText')}</Empty> : null}
      {data && data.total.deliveries > 0 ? (
        <>
          <FigureSums view={data} />
          <OverTime view={data} />
          <ByLocation view={data} />
        </>
      ) : null}
    </Screen>
  );
}
