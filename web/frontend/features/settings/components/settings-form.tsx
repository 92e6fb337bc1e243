import { SaveBar } from '@shopify/app-bridge-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '#api-contract/settings.ts';
import { ApiError } from '../../../api-client.ts';
import { showToast } from '../../../app-bridge.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useSaveSettings } from '../api/save-settings.ts';
import { draftErrors, type SettingsDraft, settingsChanges, startDraft } from '../settings-draft.ts';
import { applyChange, errorReader, type FormPart } from '../settings-form.ts';
import { AutomationSection } from './automation-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LocationsSection } from './locations-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { ParcelSection } from './parcel-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { WriteBackSection } from './write-back-section.tsx';

/** All settings as one form with Shopify's save bar. */
export function SettingsForm({ stored }: { stored: SettingsView }) {
  const { t } = useTranslation();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(() => startDraft(stored));
  const [savedKeys, setSavedKeys] = useState<('live' | 'test')[]>([]);

  const changes = settingsChanges(stored, draft);
  const errors = draftErrors(draft);
  const hasErrors = Object.keys(errors).length > 0;
  const fromServer = save.error instanceof ApiError ? (save.error.problem?.errors ?? []) : [];
  const part: FormPart = {
    value: draft.settings,
    change: (group, patch) =>
      setDraft((before) => ({ ...before, settings: applyChange(before.settings, group, patch) })),
    errorOf: errorReader(errors, fromServer, t),
  };
  const submit = () => {
    if (!changes || hasErrors) return;
    save.mutate(changes, {
      onSuccess: (saved) => {
        setSavedKeys(typedKeys(draft));
        setDraft(startDraft(saved));
        showToast(t('settings.saved'));
      },
    });
  };
  const discard = () => {
    save.reset();
    setDraft(startDraft(stored));
  };
  return (
    <>
      <SaveBar id="settings" open={changes !== null}>
        {/* App Bridge reads these two: they are shown in the admin, not here. */}
        <button
          type="button"
          variant="primary"
          onClick={submit}
          disabled={hasErrors}
          {...(save.isPending ? { loading: '' } : {})}
        >
          {t('action.save')}
        </button>
        <button type="button" onClick={discard}>
          {t('action.discard')}
        </button>
      </SaveBar>
      {save.error ? <ProblemNotice error={save.error} title={t('settings.notSaved')} onDismiss={save.reset} /> : null}
      {changes && hasErrors ? (
        <Notice tone="warning" title={t('settings.hasErrors', { count: Object.keys(errors).length })}>
          <NoticeText>{t('settings.hasErrorsText')}</NoticeText>
        </Notice>
      ) : null}
      <KeysSection
        keys={stored.courier}
        draft={draft}
        justSaved={savedKeys}
        errorOf={part.errorOf}
        onType={(typed) => setDraft((before) => ({ ...before, ...typed }))}
      />
      <AutomationSection {...part} />
      <LocationsSection {...part} />
      <ParcelSection {...part} />
      <WriteBackSection {...part} />
      <NotificationsSection {...part} />
      <ReferenceSection {...part} />
      <PrivacySection {...part} />
    </>
  );
}

function typedKeys(draft: SettingsDraft): ('live' | 'test')[] {
  return [...(draft.apiKey === '' ? [] : (['live'] as const)), ...(draft.testApiKey === '' ? [] : (['test'] as const))];
}
