import { type ComponentType, memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings, SettingsView } from '#api-contract/settings.ts';
import { ApiError } from '../../../api-client.ts';
import { showToast } from '../../../app-bridge.ts';
import { useSaveSettings } from '../../../shared/api/save-settings.ts';
import { FaultyFields } from '../../../ui/faulty-fields.tsx';
import { useFaultFocus } from '../../../ui/keep-focus.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { useProblemTexts } from '../../../ui/problem-texts.ts';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { draftErrors, type SettingsDraft, settingsChanges, startDraft } from '../settings-draft.ts';
import { applyChange, errorReader, type FormPart } from '../settings-form.ts';
import { AutomationSection } from './automation-section.tsx';
import { CheckoutRateSection } from './checkout-rate-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LocationsSection } from './locations-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { ParcelSection } from './parcel-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { WriteBackSection } from './write-back-section.tsx';

interface SectionProps {
  Section: ComponentType<FormPart>;
  /** The groups of settings that it shows. */
  groups: readonly (keyof Settings)[];
}

const sections: readonly SectionProps[] = [
  { Section: AutomationSection, groups: ['automation'] },
  { Section: LocationsSection, groups: ['locations'] },
  { Section: CheckoutRateSection, groups: ['checkoutRate', 'automation'] },
  { Section: ParcelSection, groups: ['parcel', 'fragileTag', 'instructions'] },
  { Section: WriteBackSection, groups: ['writeBack'] },
  { Section: NotificationsSection, groups: ['notifications'] },
  { Section: ReferenceSection, groups: ['reference'] },
  { Section: PrivacySection, groups: ['retention'] },
];

/** A section is drawn again only when what it shows changes: a press in one leaves the others alone. */
const SectionOf = memo(
  function SectionOf({ Section, groups: _shown, ...part }: SectionProps & FormPart) {
    return <Section {...part} />;
  },
  (before, after) =>
    before.change === after.change &&
    before.errorOf === after.errorOf &&
    after.groups.every((group) => before.value[group] === after.value[group]),
);

/** The value of the render before where this one says the same. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}

/** All settings as one form with Shopify's save bar. */
export function SettingsForm({ stored }: { stored: SettingsView }) {
  const { t } = useTranslation();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(() => startDraft(stored));
  const [tries, setTries] = useState(0);
  const [savedKeys, setSavedKeys] = useState<('live' | 'test')[]>([]);

  const changes = settingsChanges(stored, draft);
  const errors = useSame(draftErrors(draft));
  const hasErrors = Object.keys(errors).length > 0;
  const problem = save.error instanceof ApiError ? save.error.problem : null;
  const texts = useProblemTexts()(problem);
  const refused = problem?.field ? [{ field: problem.field, message: texts?.detail ?? '' }] : [];
  const fromServer = useSame(problem?.errors ? (texts?.errors ?? []) : refused);
  const change = useCallback<FormPart['change']>(
    (group, patch) => setDraft((before) => ({ ...before, settings: applyChange(before.settings, group, patch) })),
    [],
  );
  const errorOf = useMemo(() => errorReader(errors, fromServer, t), [errors, fromServer, t]);
  const part: FormPart = { value: draft.settings, change, errorOf };
  const submit = () => {
    if (hasErrors) setTries(tries + 1);
    if (!changes || hasErrors) return;
    save.mutate(changes, {
      onSuccess: (saved) => {
        setSavedKeys(typedKeys(draft));
        setDraft(startDraft(saved));
        showToast(t('settings.saved'));
      },
    });
  };
  useFaultFocus(tries);
  useFaultFocus(fromServer.length > 0 ? save.error : null);
  const discard = () => {
    save.reset();
    setDraft(startDraft(stored));
  };
  return (
    <>
      <SaveBar id="settings" isOpen={changes !== null} isSaving={save.isPending} onSave={submit} onDiscard={discard} />
      {save.error ? <ProblemNotice error={save.error} title={t('settings.notSaved')} onDismiss={save.reset} /> : null}
      {changes && hasErrors ? (
        <Notice tone="critical" title={t('settings.hasErrors', { count: Object.keys(errors).length })}>
          <NoticeText>{t('settings.hasErrorsText')}</NoticeText>
          <FaultyFields key={JSON.stringify(errors)} count={Object.keys(errors).length} />
        </Notice>
      ) : null}
      <KeysSection
        keys={stored.courier}
        draft={draft}
        justSaved={savedKeys}
        errorOf={errorOf}
        onType={(typed) => setDraft((before) => ({ ...before, ...typed }))}
      />
      {sections.map(({ Section, groups }) => (
        <SectionOf key={groups.join()} Section={Section} groups={groups} {...part} />
      ))}
    </>
  );
}

function typedKeys(draft: SettingsDraft): ('live' | 'test')[] {
  return [...(draft.apiKey === '' ? [] : (['live'] as const)), ...(draft.testApiKey === '' ? [] : (['test'] as const))];
}
