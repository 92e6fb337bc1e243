import { useTranslation } from 'react-i18next';
import type { Settings } from '#api-contract/settings.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';

/** Says what checkout promises that the rules may not keep, for it tells the app neither the service's hours nor a location. */
export function OfferedTooWidely(settings: Pick<Settings, 'automation' | 'locations'>) {
  const { t } = useTranslation();
  const reasons = [
    ...(endsTheDay(settings) ? [] : ['night']),
    ...(settings.automation.locationIds.length > 0 ? ['locations'] : []),
  ];
  if (reasons.length === 0) return null;
  return (
    <Notice tone="warning" title={t('checkoutRate.tooWide')}>
      {reasons.map((reason) => (
        <NoticeText key={reason}>{t(`checkoutRate.widely.${reason}`)}</NoticeText>
      ))}
    </Notice>
  );
}

function endsTheDay({ automation: { cutOff, locationIds }, locations }: Pick<Settings, 'automation' | 'locations'>) {
  const served = Object.entries(locations).filter(([id]) => locationIds.length === 0 || locationIds.includes(id));
  return cutOff !== null || served.some(([, { hours }]) => hours.length > 0);
}
