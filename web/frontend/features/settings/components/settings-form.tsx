import { type ComponentType, memo, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings, SettingsView } from '#api-contract/settings.ts';
import { ApiError } from '../../../api-client.ts';
import { showToast } from '../../../app-bridge.ts';
import { useSaveSettings } from '../../../shared/api/save-settings.ts';
import { FaultyFields } from '../../../ui/faulty-fields.tsx';
import { useFaultFocus } from '../../../ui/keep-focus.ts';
import { Notice } from '../../../ui/notice.tsx';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { useProblemTexts } from '../../../ui/problem-texts.ts';
import { SaveBar } from '../../../ui/save-bar.tsx';
import {
  draftErrors,
  isSameAt,
  onSaved,
  onStored,
  type SettingsDraft,
  settingsChanges,
  shownDraft,
  startDraft,
} from '../settings-draft.ts';
import { applyChange, errorReader, type FormPart, useSame } from '../settings-form.ts';
import { AutomationSection } from './automation-section.tsx';
import { CheckoutRateSection } from './checkout-rate-section.tsx';
import { type KeysPart, KeysSection } from './keys-section.tsx';
import { LocationsSection } from './locations-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { ParcelSection } from './parcel-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { WriteBackSection } from './write-back-section.tsx';

interface SectionProps {
  /** What an address may name (`/settings#locations`). */
  id: string;
  Section: ComponentType<FormPart>;
  /** What it shows of the settings. */
  shown: (settings: Settings) => readonly unknown[];
}

const sections: readonly SectionProps[] = [
  { id: 'automation', Section: AutomationSection, shown: ({ automation }) => [automation] },
  { id: 'locations', Section: LocationsSection, shown: ({ locations }) => [locations] },
  {
    id: 'checkout-rate',
    Section: CheckoutRateSection,
    shown: ({ checkoutRate, automation, locations }) => [checkoutRate, automation, locations],
  },
  {
    id: 'parcel',
    Section: ParcelSection,
    shown: ({ parcel, fragileTag, instructions }) => [parcel, fragileTag, instructions],
  },
  { id: 'write-back', Section: WriteBackSection, shown: ({ writeBack }) => [writeBack] },
  { id: 'notifications', Section: NotificationsSection, shown: ({ notifications }) => [notifications] },
  { id: 'reference', Section: ReferenceSection, shown: ({ reference }) => [reference] },
  { id: 'retention', Section: PrivacySection, shown: ({ retention }) => [retention] },
];

/** A section is drawn again only when what it shows changes: a press in one leaves the others alone. */
const SectionOf = memo(
  function SectionOf({ id, Section, shown: _shown, ...part }: SectionProps & FormPart) {
    return (
      <div id={id}>
        <Section {...part} />
      </div>
    );
  },
  (before, after) =>
    before.change === after.change &&
    before.errorOf === after.errorOf &&
    isSame(before.shown(before.value), after.shown(after.value)),
);

const isSame = (before: readonly unknown[], after: readonly unknown[]) =>
  before.every((shown, index) => shown === after[index]);

/** What the server refused in the words of the panel's language; what no longer stands there is not refused. */
function useRefusals(error: Error | null, sent: SettingsDraft, draft: SettingsDraft) {
  const problem = error instanceof ApiError ? error.problem : null;
  const texts = useProblemTexts()(problem);
  const named = problem?.field ? [{ field: problem.field, message: texts?.detail ?? '' }] : [];
  const refused = problem?.errors ? (texts?.errors ?? []) : named;
  return useSame(refused.filter(({ field }) => isSameAt(field, sent, draft)));
}

/** All settings as one form with Shopify's save bar. */
export function SettingsForm({ stored }: { stored: SettingsView }) {
  const { t } = useTranslation();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(() => startDraft(stored));
  const [seen, setSeen] = useState(stored);
  // What somebody else saved meanwhile is no change of this form's.
  if (seen !== stored) {
    setSeen(stored);
    setDraft(onStored(draft, seen, stored));
  }
  const [sent, setSent] = useState(draft);
  const [tries, setTries] = useState(0);
  const [timesSaved, setTimesSaved] = useState({ live: 0, test: 0 });

  const shown = useMemo(() => shownDraft(stored, draft), [stored, draft]);
  const changes = useMemo(() => settingsChanges(stored, shown), [stored, shown]);
  const errors = useSame(useMemo(() => draftErrors(shown), [shown]));
  const faults = Object.keys(errors).length;
  const fromServer = useRefusals(save.error, sent, draft);
  const change = useCallback<FormPart['change']>(
    (group, patch) => setDraft((before) => ({ ...before, settings: applyChange(before.settings, group, patch) })),
    [],
  );
  const errorOf = useMemo(() => errorReader(errors, fromServer, t), [errors, fromServer, t]);
  const part: FormPart = { value: draft.settings, change, errorOf };
  const type = useCallback<KeysPart['onType']>((typed) => setDraft((before) => ({ ...before, ...typed })), []);
  const submit = () => {
    if (faults > 0) setTries(tries + 1);
    if (!changes || faults > 0) return;
    setSent(draft);
    save.mutate((now) => settingsChanges(now, onStored(shown, stored, now)) ?? {}, {
      onSuccess: (saved) => {
        setTimesSaved(({ live, test }) => ({
          live: live + Number(draft.apiKey !== ''),
          test: test + Number(draft.testApiKey !== ''),
        }));
        setDraft((now) => onSaved(now, draft, saved));
        showToast(t('settings.saved'));
      },
    });
  };
  useFaultFocus(tries);
  const why = useRef<HTMLDivElement>(null);
  useFaultFocus(save.error, { why });
  const discard = () => {
    save.reset();
    setDraft(startDraft(stored));
  };
  return (
    <>
      <SaveBar id="settings" isOpen={changes !== null} isSaving={save.isPending} onSave={submit} onDiscard={discard} />
      <MutationProblem mutation={save} title={t('settings.notSaved')} at={why} />
      {changes && faults > 0 ? (
        <Notice tone="critical" title={t('settings.hasErrors')}>
          <FaultyFields count={faults} />
        </Notice>
      ) : null}
      <KeysSection
        keys={stored.courier}
        apiKey={draft.apiKey}
        testApiKey={draft.testApiKey}
        timesSaved={timesSaved}
        errorOf={errorOf}
        onType={type}
      />
      {sections.map((section) => (
        <SectionOf key={section.id} {...section} {...part} />
      ))}
    </>
  );
}
