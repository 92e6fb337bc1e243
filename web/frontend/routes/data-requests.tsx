import { useTranslation } from 'react-i18next';
import { useDataRequests } from '../features/data-requests/api/data-requests.ts';
import { DataRequestSection } from '../features/data-requests/components/data-request-section.tsx';
import { useLaterTexts } from '../later-texts.ts';
import later from '../locales/en-later.json' with { type: 'json' };
import { Empty } from '../ui/empty.tsx';
import { Text } from '../ui/layout.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { ScreenSkeleton } from '../ui/skeleton.tsx';

/** Customers who asked the shop what is stored about them. */
export function DataRequestsRoute() {
  useLaterTexts(later);
  const { t } = useTranslation();
  const list = useDataRequests();
  const title = t('dataRequests.title');
  if (list.isPending) return <ScreenSkeleton title={title} waitsFor={list.failureReason} />;
  return (
    <Screen title={title} back={{ label: t('app.name'), url: '/' }}>
      {list.error ? (
        <ProblemNotice error={list.error} title={t('dataRequests.failed')} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data?.requests.length === 0 ? (
        <Empty title={t('dataRequests.none')}>{t('dataRequests.noneText')}</Empty>
      ) : (
        <Text as="p">{t('dataRequests.intro')}</Text>
      )}
      {list.data?.requests.map((request) => (
        <DataRequestSection key={request.id} request={request} />
      ))}
    </Screen>
  );
}
