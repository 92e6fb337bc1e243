import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FormPart } from '../settings-form.ts';

/** Who hears of an order that needs a person. */
export function NotificationsSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  return (
    <Section title={t('notifications.title')}>
      <TextInput
        label={t('notifications.email')}
        type="email"
        autoComplete="email"
        value={value.notifications.email ?? ''}
        onChange={(email) => change('notifications', { email: email === '' ? null : email })}
        help={t('notifications.emailHelp')}
        error={errorOf('notifications.email')}
      />
    </Section>
  );
}
