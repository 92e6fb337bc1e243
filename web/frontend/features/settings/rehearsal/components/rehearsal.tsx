import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AutomationSettings, automationSettings, type SettingsView } from '#api-contract/settings.ts';
import { showToast } from '../../../../app-bridge.ts';
import { useLocations } from '../../../../shared/api/get-locations.ts';
import { useFromOverview } from '../../../../shared/api/get-overview.ts';
import { useSaveSettings } from '../../../../shared/api/save-settings.ts';
import { useFaultFocus } from '../../../../ui/keep-focus.ts';
import { BlockStack, InlineGrid } from '../../../../ui/layout.ts';
import { MutationProblem } from '../../../../ui/problem-notice.tsx';
import { SaveBar } from '../../../../ui/save-bar.tsx';
import { Screen } from '../../../../ui/screen.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { AutomationPart } from '../../automation-form.ts';
import { ConditionFields } from '../../components/condition-fields.tsx';
import { ModeFields } from '../../components/mode-fields.tsx';
import { RulesInWords } from '../../components/rules-in-words.tsx';
import { TimingFields } from '../../components/timing-fields.tsx';
import { draftErrors, merged, shownRules } from '../../settings-draft.ts';
import { errorReader, useSame } from '../../settings-form.ts';
import { changedRules } from '../changed-rules.ts';
import { RehearsalBar } from './rehearsal-bar.tsx';
import { RehearsalResults } from './rehearsal-results.tsx';

/** Typing is one rehearsal, not one per letter. */
const settleMs = 400;

/** The rules beside what they would do with the last 50 orders; nothing is sent, and nothing kept until told. */
export function Rehearsal({ stored }: { stored: SettingsView }) {
  const { t } = useTranslation();
  const locations = useLocations();
  const currency = useFromOverview(({ shop }) => shop.currency);
  const save = useSaveSettings();
  const [tries, setTries] = useState(0);
  const [rules, setRules] = useState<AutomationSettings>(stored.automation);
  const [seen, setSeen] = useState(stored.automation);
  // What somebody else saved meanwhile is no change of this form's.
  if (seen !== stored.automation) {
    setSeen(stored.automation);
    setRules(merged(seen, rules, stored.automation));
  }
  const shown = useMemo(() => shownRules(stored.automation, rules), [stored.automation, rules]);
  const changes = useMemo(() => changedRules(stored.automation, shown), [stored.automation, shown]);
  const isValid = useMemo(() => automationSettings.safeParse(shown).success, [shown]);
  const settled = useSettled(isValid ? shown : null);
  const rehearsed = useMemo(
    () => (settled ? changedRules(stored.automation, settled) : {}),
    [stored.automation, settled],
  );

  const errors = useSame(useMemo(() => errorsOf(stored, shown), [stored, shown]));
  const read = useMemo(() => errorReader(errors, [], t), [errors, t]);
  const fields = {
    rules,
    change: useCallback<AutomationPart['change']>((patch) => setRules((before) => ({ ...before, ...patch })), []),
    errorOf: useCallback<AutomationPart['errorOf']>((name) => read(`automation.${name}`), [read]),
    found: locations.data,
    currency,
  };
  const keep = () => {
    if (!isValid) return setTries(tries + 1);
    const keepOver = ({ automation: now }: SettingsView) => ({
      automation: changedRules(now, merged(stored.automation, shown, now)),
    });
    save.mutate(keepOver, { onSuccess: () => showToast(t('rehearsal.kept')) });
  };
  useFaultFocus(tries);
  const why = useRef<HTMLDivElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const showResults = useCallback(() => results.current?.scrollIntoView(), []);
  useFaultFocus(save.error, { why });
  return (
    <Screen wide title={t('rehearsal.title')} subtitle={t('rehearsal.intro')}>
      <SaveBar
        id="rehearsal"
        isOpen={Object.keys(changes).length > 0}
        isSaving={save.isPending}
        onSave={keep}
        onDiscard={() => {
          setRules(stored.automation);
          save.reset();
        }}
      />
      <MutationProblem mutation={save} title={t('settings.notSaved')} at={why} />
      <div>
        <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400" alignItems="start">
          <Section title={t('rehearsal.rules')}>
            <BlockStack gap="400">
              <RulesInWords rules={rules} />
              <ModeFields {...fields} />
              <TimingFields {...fields} />
              <ConditionFields {...fields} />
            </BlockStack>
          </Section>
          <div ref={results}>
            <RehearsalResults changes={rehearsed} />
          </div>
        </InlineGrid>
        <RehearsalBar changes={rehearsed} onShow={showResults} />
      </div>
    </Screen>
  );
}

function errorsOf({ courier: _keys, ...settings }: SettingsView, automation: AutomationSettings) {
  return draftErrors({ settings: { ...settings, automation }, apiKey: '', testApiKey: '' });
}

/** The last usable value that has stood still for a moment. */
function useSettled<T>(value: T | null): T | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
