import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/panel.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { useTimes } from '../../shop/times.ts';

/** What should be zero and is not. */
export function Alarms({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const times = useTimes();
  const { comparedAt, dataRequests, driftAlarms, quarantinedWebhooks, last7d } = overview;
  const { unexplained } = last7d;
  return (
    <>
      {unexplained === null ? <NotCompared since={comparedAt && times.dateTime(comparedAt)} /> : null}
      {unexplained !== null && unexplained > 0 ? (
        <Notice tone="critical" title={t('alarm.unexplained.title', { count: unexplained })}>
          <NoticeText>{t('alarm.unexplained.text')}</NoticeText>
        </Notice>
      ) : null}
      {driftAlarms > 0 ? (
        <Notice
          tone="warning"
          title={t('alarm.drift.title', { count: driftAlarms })}
          action={{ label: t('alarm.drift.action'), url: '/deliveries?state=placed' }}
        >
          <NoticeText>{t('alarm.drift.text')}</NoticeText>
        </Notice>
      ) : null}
      {dataRequests.nextDueAt === null ? null : (
        <Notice
          tone="warning"
          title={t('alarm.dataRequests.title', { count: dataRequests.open })}
          action={{ label: t('alarm.dataRequests.action'), url: '/data-requests' }}
        >
          <NoticeText>{t('alarm.dataRequests.text', { date: times.date(dataRequests.nextDueAt) })}</NoticeText>
        </Notice>
      )}
      {quarantinedWebhooks > 0 ? (
        <Notice tone="warning" title={t('alarm.quarantine.title', { count: quarantinedWebhooks })}>
          <NoticeText>{t('alarm.quarantine.text')}</NoticeText>
        </Notice>
      ) : null}
    </>
  );
}

/** Nobody knows at the moment whether an order is missing. */
function NotCompared({ since }: { since: string | null }) {
  const { t } = useTranslation();
  if (since === null) {
    return (
      <Notice tone="info" title={t('alarm.notYetCompared.title')}>
        <NoticeText>{t('alarm.notYetCompared.text')}</NoticeText>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title={t('alarm.notCompared.title', { since })}>
      <NoticeText>{t('alarm.notCompared.text')}</NoticeText>
    </Notice>
  );
}
