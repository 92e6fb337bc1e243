import { useTranslation } from 'react-i18next';
import { languages } from '#api-contract/language.ts';
import { languageNames } from '../../../i18n.ts';
import { MenuOf, YesNo } from '../../../ui/choices.tsx';
import { BlockStack } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FormPart } from '../settings-form.ts';
import { MailAddressState } from './mail-address-state.tsx';

/** Who hears of an order that needs a person. */
export function NotificationsSection({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  const { email, language, morningSummary } = value.notifications;
  return (
    <Section title={t('notifications.title')}>
      <BlockStack gap="300">
        <TextInput
          label={t('notifications.email')}
          type="email"
          autoComplete="email"
          value={email ?? ''}
          onChange={(typed) => change('notifications', { email: typed === '' ? null : typed })}
          help={t('notifications.emailHelp')}
          error={errorOf('notifications.email')}
        />
        <MailAddressState typed={email} onUse={(address) => change('notifications', { email: address })} />
        {email === null ? null : (
          <>
            <YesNo
              label={t('notifications.morningSummary')}
              help={t('notifications.morningSummaryHelp')}
              value={morningSummary}
              onChange={(chosen) => change('notifications', { morningSummary: chosen })}
            />
            <MenuOf
              label={t('notifications.language')}
              options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
              value={language}
              onChange={(chosen) => change('notifications', { language: chosen })}
            />
          </>
        )}
      </BlockStack>
    </Section>
  );
}
