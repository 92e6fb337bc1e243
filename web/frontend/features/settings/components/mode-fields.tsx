import { useTranslation } from 'react-i18next';
import { OneOf, YesNo } from '../../../ui/choices.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { Press } from '../../../ui/press.tsx';
import { fieldsOf } from '../automation-form.ts';

/** Which orders are sent without a press. */
export const ModeFields = fieldsOf(
  ['mode', 'deliveryMethodTexts', 'testMode'],
  function ModeFields({ rules, change, errorOf, found }) {
    const { t } = useTranslation();
    const unused = (found?.deliveryMethods ?? []).filter((method) => !rules.deliveryMethodTexts.includes(method));
    return (
      <BlockStack gap="400">
        <OneOf
          label={t('automation.mode')}
          value={rules.mode}
          onChange={(mode) => change({ mode })}
          options={(['matching', 'all', 'manual'] as const).map((mode) => ({
            value: mode,
            label: t(`automation.modes.${mode}`),
            help: t(`automation.modes.${mode}Help`),
          }))}
        />
        {rules.mode === 'matching' ? (
          <BlockStack gap="200">
            <ListInput
              label={t('automation.methods')}
              values={rules.deliveryMethodTexts}
              onChange={(deliveryMethodTexts) => change({ deliveryMethodTexts })}
              help={t('automation.methodsHelp')}
              error={errorOf('deliveryMethodTexts')}
            />
            {unused.length === 0 ? null : (
              <InlineStack gap="200" blockAlign="center">
                <Text as="span" tone="subdued">
                  {t('automation.found')}
                </Text>
                {unused.map((method) => (
                  <Press
                    key={method}
                    label={t('automation.add', { method })}
                    onPress={() => change({ deliveryMethodTexts: [...rules.deliveryMethodTexts, method] })}
                  />
                ))}
              </InlineStack>
            )}
          </BlockStack>
        ) : null}
        <YesNo
          label={t('automation.testMode')}
          help={t('automation.testModeHelp')}
          value={rules.testMode}
          onChange={(testMode) => change({ testMode })}
        />
      </BlockStack>
    );
  },
);
