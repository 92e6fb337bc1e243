import { useTranslation } from 'react-i18next';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { useFromOverview } from '../../../shared/api/get-overview.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';

/** Whether orders go by themselves at all, as Home says it. */
const standstills = ['paused', 'no_key', 'manual', 'test_mode'] as const;
/** Where Home says what is in the way, and what to do. */
const obstacles = ['key_refused', 'address_wrong', 'reads_refused', 'reconnect'] as const;

/** Says why no buyer at all is offered the rate, where that is so: what is not sent by itself is not promised. */
export function NeverOffered({ rules }: { rules: Pick<AutomationSettings, 'includeTags'> }) {
  const { t } = useTranslation();
  const offer = useFromOverview(({ status, shop, offerHours }) => ({ status, offerHours, currency: shop.currency }));
  if (!offer) return null;
  const reasons = [
    ...standstills.filter((one) => one === offer.status),
    ...(obstacles.some((one) => one === offer.status) ? ['obstacle'] : []),
    ...(rules.includeTags.length > 0 ? ['tags'] : []),
    ...(offer.offerHours ? [] : ['hours']),
    ...(offer.currency === 'ZAR' ? [] : ['currency']),
  ];
  if (reasons.length === 0) return null;
  return (
    <Notice tone="warning" title={t('checkoutRate.never')}>
      {reasons.map((reason) => (
        <NoticeText key={reason}>{t(`checkoutRate.because.${reason}`)}</NoticeText>
      ))}
    </Notice>
  );
}
