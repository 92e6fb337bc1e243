import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api-client.ts';
import { useLastRead, useTimes } from '../../../shared/times.ts';
import { Text } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import type { PanelStatus } from '../panel-status.ts';

interface Props {
  status: PanelStatus;
  /** When the panel last read how it stands, by the server's clock; epoch ms. */
  readAt: number;
  /** When orders were last compared with Shopify's; null: never. */
  comparedAt: string | null;
  /** Why it could not be read since. */
  error: Error | null;
}

/** The first line of the panel: does it work? A line with a dot; a notice where something is wrong. */
export function StatusPart({ status: { code, tone, count }, readAt, comparedAt, error }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const time = times.time(new Date(readAt).toISOString());
  const params = { count, time, since: comparedAt === null ? '' : times.dateTime(comparedAt) };
  const lastRead = useLastRead();
  const title = code === 'stale' ? lastRead(readAt) : t(`status.${code}.title`, params);
  // The app does answer; only opening it again ends that.
  const isSessionOver = code === 'stale' && error instanceof ApiError && error.kind === 'session';
  const text = isSessionOver ? t('problem.session.detail') : t(`status.${code}.text`, params);
  const nextStep = isSessionOver ? '' : t(`status.${code}.nextStep`, { ...params, defaultValue: '' });
  const updated = code === 'stale' ? '' : t('status.updated', { time });
  if (tone === 'success' || tone === 'info') {
    return (
      <StatusLine tone={tone} title={title} aside={<Aside text={updated} />}>
        <Text as="p" tone="subdued">
          {[text, nextStep].filter(Boolean).join(' ')}
        </Text>
      </StatusLine>
    );
  }
  return (
    <Notice tone={tone} title={title}>
      <NoticeText>{text}</NoticeText>
      {nextStep === '' ? null : <NoticeText>{nextStep}</NoticeText>}
      <Aside text={updated} />
    </Notice>
  );
}

function Aside({ text }: { text: string }) {
  return text === '' ? null : (
    <Text as="span" tone="subdued">
      {text}
    </Text>
  );
}
