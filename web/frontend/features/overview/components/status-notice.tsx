import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/panel.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';

const tones: Record<Overview['status'], 'success' | 'info' | 'warning' | 'critical'> = {
  working: 'success',
  manual: 'info',
  test_mode: 'warning',
  paused: 'warning',
  no_key: 'info',
  key_refused: 'critical',
  service_down: 'critical',
  address_wrong: 'critical',
  reads_refused: 'critical',
  reconnect: 'critical',
};

/** The first line of the panel: does it work? */
export function StatusNotice({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { status, statusMessage, statusNextStep, last24h } = overview;
  return (
    <Notice tone={tones[status]} title={t(`status.${status}.title`)}>
      <NoticeText>{t(`status.${status}.text`, { defaultValue: statusMessage })}</NoticeText>
      {statusNextStep === null ? null : (
        <NoticeText>{t(`status.${status}.nextStep`, { defaultValue: statusNextStep })}</NoticeText>
      )}
      {status === 'working' && last24h.paid > 0 && last24h.unexplained === 0 ? (
        <NoticeText>{t('home.allExplained', { count: last24h.paid })}</NoticeText>
      ) : null}
    </Notice>
  );
}
