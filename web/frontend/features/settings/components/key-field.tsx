import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourierMode, SettingsView } from '#api-contract/settings.ts';
import { showToast } from '../../../app-bridge.ts';
import { useSaveSettings } from '../../../shared/api/save-settings.ts';
import { useTestConnection } from '../../../shared/api/test-connection.ts';
import { KeyVerdict } from '../../../shared/key-verdict.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { MutationProblem, ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface Props {
  mode: CourierMode;
  stored: SettingsView['courier']['apiKey'];
  typed: string;
  error: string | undefined;
  /** How often it was saved here: each key that is saved is tested at once. */
  timesSaved: number;
  onType: (typed: string) => void;
}

/** One write-only key: typed, never shown again but for its last four characters; tested; taken away. */
export function KeyField({ mode, stored, typed, error, timesSaved, onType }: Props) {
  const { t } = useTranslation();
  const test = useTestConnection();
  const { mutate: testNow } = test;
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (timesSaved > 0) testNow(mode);
  }, [timesSaved, testNow, mode]);
  const name = t(`keys.${mode}`);
  const helpOf = () => {
    if (stored.isLent) return t('keys.lentHelp');
    return t(stored.set ? 'keys.replaceHelp' : `keys.${mode}Help`);
  };
  return (
    <BlockStack gap="300">
      <TextInput
        label={name}
        type="password"
        autoComplete="new-password"
        value={typed}
        onChange={onType}
        error={error}
        maxLength={500}
        help={helpOf()}
      />
      {stored.set ? (
        <InlineStack gap="300" blockAlign="center">
          <Text as="span">
            {stored.last4 === null ? t('keys.storedShort') : t('keys.stored', { last4: stored.last4 })}
          </Text>
          <Press
            label={t('keys.testNow')}
            hint={t('keys.testNamed', { name })}
            loading={test.isPending}
            onPress={() => testNow(mode)}
          />
          <Press
            kind="plain"
            destructive
            label={t('keys.disconnect')}
            hint={t('keys.disconnectNamed', { name })}
            expands={{ id: `leave-${mode}`, open: isLeaving }}
            onPress={() => setLeaving(!isLeaving)}
          />
        </InlineStack>
      ) : null}
      <div id={`leave-${mode}`}>
        {isLeaving ? <Disconnect mode={mode} onClose={() => setLeaving(false)} onGone={test.reset} /> : null}
      </div>
      {test.error ? <ProblemNotice error={test.error} title={t('keys.testFailed')} onDismiss={test.reset} /> : null}
      {test.data ? <KeyVerdict result={test.data} onDismiss={test.reset} /> : null}
    </BlockStack>
  );
}

interface Leaving {
  mode: CourierMode;
  onClose: () => void;
  onGone: () => void;
}

function Disconnect({ mode, onClose, onGone }: Leaving) {
  const { t } = useTranslation();
  const save = useSaveSettings();
  const remove = () =>
    save.mutate(
      { courier: { [mode === 'live' ? 'apiKey' : 'testApiKey']: null } },
      {
        onSuccess: () => {
          showToast(t('keys.disconnected'));
          onGone();
          onClose();
        },
      },
    );
  return (
    <BlockStack gap="200">
      <Text as="p">{t(`keys.${mode}Disconnect`)}</Text>
      <MutationProblem mutation={save} title={t('keys.notRemoved')} />
      <InlineStack gap="200">
        <Press destructive label={t('keys.confirmDisconnect')} loading={save.isPending} onPress={remove} />
        <Press label={t('keys.keep')} onPress={onClose} />
      </InlineStack>
    </BlockStack>
  );
}
