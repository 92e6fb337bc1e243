import { useTranslation } from 'react-i18next';
import { showToast } from '../../../app-bridge.ts';
import { useMailAddress, useSendLink } from '../../../shared/api/mail-address.ts';
import { BlockStack } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';

interface Props {
  /** As it stands in the field. */
  typed: string | null;
  onUse: (address: string) => void;
}

/** What becomes of e-mails: no mail server, an address that waits for its link, or one that is confirmed. */
export function MailAddressState({ typed, onUse }: Props) {
  const { t } = useTranslation();
  const { data } = useMailAddress();
  const send = useSendLink();
  if (!data) return null;
  const { address, contact } = data;
  const isStored = address !== null && address === typed;
  return (
    <BlockStack gap="300">
      {data.sending ? null : <Notice tone="warning" title={t('notifications.off')} />}
      {typed === null && contact !== null ? (
        <div>
          <Press label={t('notifications.useContact', { address: contact })} onPress={() => onUse(contact)} />
        </div>
      ) : null}
      {isStored && data.confirmed ? <NoticeText>{t('notifications.confirmed', { address })}</NoticeText> : null}
      {isStored && data.sending && !data.confirmed ? (
        <Notice
          tone="warning"
          title={t(data.linkSentAt === null ? 'notifications.linkComing' : 'notifications.linkSent', { address })}
          action={{
            label: t('notifications.sendAgain'),
            loading: send.isPending,
            onPress: () => send.mutate(undefined, { onSuccess: () => showToast(t('notifications.sentAgain')) }),
          }}
        />
      ) : null}
      <MutationProblem mutation={send} title={t('notifications.notSent')} />
    </BlockStack>
  );
}
