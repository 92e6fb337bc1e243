import { useTranslation } from 'react-i18next';
import type { Reason } from '#api-contract/order.ts';
import { useReasonTexts } from '../../../shared/reason-texts.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';

/** What Shopify refused after placing, in its words, and how it is tried again. */
export function RefusalNotice({ refusals }: { refusals: Reason[] }) {
  const { t } = useTranslation();
  const texts = useReasonTexts();
  if (refusals.length === 0) return null;
  return (
    <Notice tone="warning" title={t('refusal.title', { count: refusals.length })}>
      {refusals.map((refusal) => {
        const { message, nextStep } = texts(refusal);
        const words = refusal.serviceMessage;
        const sentences = [message, words ? t('refusal.words', { words }) : null, nextStep];
        return <NoticeText key={refusal.code}>{sentences.filter((text) => text !== null).join(' ')}</NoticeText>;
      })}
    </Notice>
  );
}
