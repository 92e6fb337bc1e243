import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourierMode, SettingsView } from '#api-contract/settings.ts';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { Section } from '../../../ui/section.tsx';
import type { SettingsDraft } from '../settings-draft.ts';
import { KeyField } from './key-field.tsx';

/** What was typed (empty: the stored key is kept), and what is stored. */
export interface KeysPart extends Pick<SettingsDraft, 'apiKey' | 'testApiKey'> {
  keys: SettingsView['courier'];
  /** How often a key of each kind was saved here. */
  timesSaved: Record<CourierMode, number>;
  errorOf: (path: string) => string | undefined;
  onType: (typed: Partial<Pick<KeysPart, 'apiKey' | 'testApiKey'>>) => void;
}

/** The accounts at the delivery service. */
export const KeysSection = memo(function KeysSection({ keys, timesSaved, errorOf, onType, ...draft }: KeysPart) {
  const { t } = useTranslation();
  return (
    <div id="keys">
      <Section title={t('keys.title')} intro={t('keys.intro')}>
        <BlockStack gap="500">
          <KeyField
            mode="live"
            stored={keys.apiKey}
            typed={draft.apiKey}
            error={errorOf('courier.apiKey')}
            timesSaved={timesSaved.live}
            onType={(apiKey) => onType({ apiKey })}
          />
          <KeyField
            mode="test"
            stored={keys.testApiKey}
            typed={draft.testApiKey}
            error={errorOf('courier.testApiKey')}
            timesSaved={timesSaved.test}
            onType={(testApiKey) => onType({ testApiKey })}
          />
          <Text as="p" tone="subdued">
            {t('keys.safe')}
          </Text>
        </BlockStack>
      </Section>
    </div>
  );
});
