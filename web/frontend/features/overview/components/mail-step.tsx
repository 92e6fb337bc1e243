import { useTranslation } from 'react-i18next';
import { useLaterTexts } from '../../../later-texts.ts';
import settingsTexts from '../../../locales/en-settings.json' with { type: 'json' };
import { useMailAddress } from '../../../shared/api/mail-address.ts';
import { useSaveSettings } from '../../../shared/api/save-settings.ts';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';

/**
 * Whom e-mails go to: the shop's contact in one press, or an address of one's own; then that its link waits.
 *
 * @param leads as of the guide
 */
export function MailStep({ leads }: { leads: boolean }) {
  useLaterTexts(settingsTexts);
  const { t } = useTranslation();
  const { data } = useMailAddress();
  const save = useSaveSettings();
  const { address = null, contact = null, linkSentAt = null } = data ?? {};
  const another = <Press label={t('setup.mailConfirmed.action')} url="/settings#notifications" />;
  if (address !== null) {
    return (
      <BlockStack gap="200">
        <Text as="p">
          {t(linkSentAt === null ? 'notifications.linkComing' : 'notifications.linkSent', { address })}
        </Text>
        <div>{another}</div>
      </BlockStack>
    );
  }
  return (
    <BlockStack gap="200">
      {save.error ? <ProblemNotice error={save.error} onDismiss={save.reset} /> : null}
      <InlineStack gap="200">
        {contact === null ? null : (
          <Press
            kind={leads ? 'primary' : 'secondary'}
            label={t('notifications.useContact', { address: contact })}
            onPress={() => save.mutate({ notifications: { email: contact } })}
            loading={save.isPending}
          />
        )}
        {another}
      </InlineStack>
    </BlockStack>
  );
}
