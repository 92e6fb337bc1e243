import { useTranslation } from 'react-i18next';
import type { CourierTestResult } from '#api-contract/settings.ts';
import { Notice, NoticeText } from '../ui/notice.tsx';
import { usePhrases } from '../ui/phrase-texts.ts';

interface Props {
  result: CourierTestResult;
  onDismiss: () => void;
}

/** What a test of a key came to. */
export function KeyVerdict({ result: { ok, kind, message }, onDismiss }: Props) {
  const { t } = useTranslation();
  const phrase = usePhrases();
  return (
    <Notice tone={ok ? 'success' : 'critical'} title={t(ok ? 'keys.works' : 'keys.refused')} onDismiss={onDismiss}>
      <NoticeText>{kind === null ? phrase(message) : t(`keys.check.${kind}`)}</NoticeText>
      {kind === null || kind === 'accepted' ? null : (
        <NoticeText>{t('keys.check.said', { words: phrase(message) })}</NoticeText>
      )}
    </Notice>
  );
}
