import { useTranslation } from 'react-i18next';
import { useSettings } from '../features/settings/api/get-settings.ts';
import { Rehearsal } from '../features/settings/rehearsal/components/rehearsal.tsx';
import { useLaterTexts } from '../later-texts.ts';
import settingsTexts from '../locales/en-settings.json' with { type: 'json' };
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { ScreenSkeleton } from '../ui/skeleton.tsx';

/** What the rules would do, before they do it. */
export function RehearsalRoute() {
  useLaterTexts(settingsTexts);
  const { t } = useTranslation();
  const settings = useSettings();
  if (settings.isPending) return <ScreenSkeleton title={t('rehearsal.title')} waitsFor={settings.failureReason} />;
  if (!settings.data) {
    return (
      <Screen title={t('rehearsal.title')}>
        <ProblemNotice error={settings.error} title={t('settings.failed')} onRetry={() => void settings.refetch()} />
      </Screen>
    );
  }
  return <Rehearsal stored={settings.data} />;
}
