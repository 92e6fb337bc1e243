import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../api-client.ts';
import { showToast } from '../app-bridge.ts';
import { useExportDeliveries } from '../features/deliveries/api/export-deliveries.ts';
import { useDeliveries } from '../features/deliveries/api/list-deliveries.ts';
import { bulkLimit, useSendAll } from '../features/deliveries/api/send-all.ts';
import { useBulkSend } from '../features/deliveries/bulk-send/bulk-send.tsx';
import { BulkSendNotice } from '../features/deliveries/bulk-send/components/bulk-send-notice.tsx';
import { DeliveriesTable } from '../features/deliveries/components/deliveries-table.tsx';
import { FilterBar } from '../features/deliveries/components/filter-bar.tsx';
import {
  type DeliveryFilters,
  isNarrowed,
  readFilters,
  searched,
  writeFilters,
} from '../features/deliveries/delivery-filters.ts';
import { searchState, useSearchText } from '../features/deliveries/search-text.ts';
import { byServerClock } from '../server-clock.ts';
import { useLastRead } from '../shared/times.ts';
import { CardFrame } from '../ui/card-frame.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice, NoticeText } from '../ui/notice.tsx';
import { ProblemNotice, WaitNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Loading } from '../ui/skeleton.tsx';

/** What the browser's history keeps of an entry of the list. */
interface EntryState {
  search?: string;
  /** The entry before it is the page before. */
  isNextPage?: boolean;
}

/** Every delivery, and every order that has none yet. */
export function DeliveriesRoute() {
  const { t } = useTranslation();
  const { filters, show, showPrevious, clear } = useFilters();
  const page = useDeliveries(filters);
  const download = useExportDeliveries();
  const save = () => download.mutate(filters, { onSuccess: () => showToast(t('deliveries.exported')) });
  // The file is asked for by an address, which must not hold what was searched for.
  const [exportOf, setExportOf] = useState('');
  const sendAll = useSendAll(filters);
  const { isRunning } = useBulkSend();
  const isEmpty = useEmptyList(page, filters.cursor, show);
  const [isDrawn, setDrawn] = useState(!page.isPending);
  useFromTop(filters.cursor);
  // A list that could not be read takes away no way to another one, nor does reading that.
  if (!page.isPending && !isDrawn) setDrawn(true);
  const shown = shownOf(page);
  const toSend = filters.view === 'to_send' ? (page.data?.viewCounts.toSend ?? 0) : 0;

  return (
    <Screen
      title={t('deliveries.title')}
      wide
      primary={
        toSend > 0
          ? {
              label: t('deliveries.sendAll', { count: Math.min(toSend, bulkLimit) }),
              onPress: () => sendAll.mutate(),
              loading: sendAll.isPending || isRunning,
            }
          : undefined
      }
      secondary={[
        {
          label: t('deliveries.export'),
          onPress: () => (filters.text === '' ? save() : setExportOf(filters.text)),
          loading: download.isPending,
        },
      ]}
    >
      <BulkSendNotice />
      {sendAll.error ? <ProblemNotice error={sendAll.error} onDismiss={sendAll.reset} /> : null}
      {download.error ? <ProblemNotice error={download.error} onDismiss={download.reset} /> : null}
      {exportOf !== '' && exportOf === filters.text ? (
        <Notice tone="info" title={t('deliveries.notExported')} onDismiss={() => setExportOf('')}>
          <NoticeText>{t('deliveries.notExportedText')}</NoticeText>
        </Notice>
      ) : null}
      <ReadingNotice page={page} onClear={clear} />
      {isDrawn ? (
        <CardFrame>
          <FilterBar filters={filters} counted={page.data ?? null} onChange={show} />
          {isEmpty ? <Nothing filters={filters} onClear={clear} /> : null}
          {shown && !isEmpty ? (
            <DeliveriesTable
              page={shown}
              filters={filters}
              isStale={page.isPlaceholderData}
              sendAll={sendAll}
              onNext={(cursor) => show({ cursor })}
              onPrevious={showPrevious}
            />
          ) : null}
        </CardFrame>
      ) : null}
      {shown || page.error ? null : <Loading sections={1} lines={12} />}
    </Screen>
  );
}

/** Another page is read from its first row, not from where the press stood. */
function useFromTop(cursor: string): void {
  const shown = useRef(cursor);
  useEffect(() => {
    if (shown.current === cursor) return;
    shown.current = cursor;
    window.scrollTo(0, 0);
  }, [cursor]);
}

/** The rows of other filters stay only until it is known that these do not come at once. */
const shownOf = ({ data, isPlaceholderData, failureReason }: ReturnType<typeof useDeliveries>) =>
  isPlaceholderData && failureReason ? undefined : data;

/** Why the list is not there, or is of before. */
function ReadingNotice({ page, onClear }: { page: ReturnType<typeof useDeliveries>; onClear: () => void }) {
  const { t } = useTranslation();
  const lastRead = useLastRead();
  const { data, error, isPlaceholderData } = page;
  if (!error) return data && !isPlaceholderData ? null : <WaitNotice reason={page.failureReason} />;
  // An address that the API refuses once is refused each time.
  const isRefused = error instanceof ApiError && error.status === 400;
  return (
    <ProblemNotice
      error={error}
      tone={data ? 'warning' : 'critical'}
      title={data ? lastRead(byServerClock(page.dataUpdatedAt)) : t('deliveries.failed')}
      onRetry={isRefused ? onClear : () => void page.refetch()}
      retryLabel={isRefused ? t('deliveries.clear') : undefined}
    />
  );
}

/** The filters of this entry of the browser's history, and the ways to another. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params, useSearchText());
  const { isNextPage = false }: EntryState = useLocation().state ?? {};
  const show = (changes: Partial<DeliveryFilters>, how: { replace: boolean } = { replace: false }) => {
    const next = { ...filters, cursor: '', ...changes };
    const state: EntryState = { ...searchState(next.text), isNextPage: next.cursor !== '' };
    setParams(writeFilters(next), { ...how, state });
  };
  const showPrevious = () => (isNextPage ? window.history.back() : show({ cursor: '' }));
  return { filters, show, showPrevious, clear: () => setParams({}) };
}

/** Whether the list has no rows at all. A later page whose orders have moved up, or out of the view, gives way to the first. */
function useEmptyList(
  { data, isPlaceholderData }: ReturnType<typeof useDeliveries>,
  cursor: string,
  show: ReturnType<typeof useFilters>['show'],
): boolean {
  const hasRows = data?.deliveries.length !== 0 || isPlaceholderData;
  const isPastEnd = !hasRows && cursor !== '';
  useEffect(() => {
    if (isPastEnd) show({ cursor: '' }, { replace: true });
  }, [isPastEnd, show]);
  return !hasRows && !isPastEnd;
}

/** "Nothing like this" is another message than "nothing yet", and says what was searched. */
function Nothing({ filters, onClear }: { filters: DeliveryFilters; onClear: () => void }) {
  const { t } = useTranslation();
  const text = searched(filters);
  // Beside a view or a filter it may be these that hide it, and not the spelling.
  const isSearchAlone = text !== '' && !isNarrowed({ ...filters, query: '', text: '' });
  return isNarrowed(filters) ? (
    <Empty
      bare
      title={text === '' ? t('deliveries.noMatch') : t('deliveries.notFound', { text })}
      action={{ label: t('deliveries.clear'), onPress: onClear }}
    >
      {t(isSearchAlone ? 'deliveries.notFoundText' : 'deliveries.noMatchText')}
    </Empty>
  ) : (
    <Empty bare title={t('deliveries.empty')} action={{ label: t('deliveries.rehearse'), url: '/rehearsal' }}>
      {t('deliveries.emptyText')}
    </Empty>
  );
}
