import { useTranslation } from 'react-i18next';
import { byServerClock } from '../server-clock.ts';
import { useTimes } from './times.ts';

/** Says of what is shown that it may no longer hold, and when it was read (epoch ms of the server's clock): with the day, where that is over. */
export function useLastRead(): (readAt: number) => string {
  const { t } = useTranslation();
  const times = useTimes();
  return (readAt) => {
    const at = new Date(readAt).toISOString();
    const isToday = times.date(at) === times.date(new Date(byServerClock(Date.now())).toISOString());
    return isToday
      ? t('status.stale.title', { time: times.time(at) })
      : t('status.stale.titleBefore', { time: times.dateTime(at) });
  };
}
