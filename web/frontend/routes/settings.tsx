import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LanguageSection } from '../features/language/components/language-section.tsx';
import { useSettings } from '../features/settings/api/get-settings.ts';
import { SettingsForm } from '../features/settings/components/settings-form.tsx';
import { useLaterTexts } from '../later-texts.ts';
import settingsTexts from '../locales/en-settings.json' with { type: 'json' };
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { ScreenSkeleton } from '../ui/skeleton.tsx';

/** What the app does by itself, and with which account. */
export function SettingsRoute() {
  useLaterTexts(settingsTexts);
  const { t } = useTranslation();
  const settings = useSettings();
  const { hash } = useLocation();
  const isLoaded = settings.data !== undefined;
  useEffect(() => {
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isLoaded, hash]);

  if (settings.isPending)
    return <ScreenSkeleton title={t('settings.title')} sections={4} waitsFor={settings.failureReason} />;
  return (
    <Screen title={t('settings.title')}>
      <LanguageSection />
      {settings.data ? (
        <SettingsForm stored={settings.data} />
      ) : (
        <ProblemNotice error={settings.error} title={t('settings.failed')} onRetry={() => void settings.refetch()} />
      )}
    </Screen>
  );
}
