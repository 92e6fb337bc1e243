import { useTranslation } from 'react-i18next';
import { OneOf } from '../../../ui/choices.tsx';
import { BlockStack, InlineGrid } from '../../../ui/layout.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { AutomationPart } from '../automation-form.ts';

/** When an order is sent, and when it is too late for it. */
export function TimingFields({ rules, change, errorOf }: AutomationPart) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="400">
      <OneOf
        label={t('automation.trigger')}
        value={rules.trigger}
        onChange={(trigger) => change({ trigger })}
        options={(['paid', 'afterEditWindow', 'inProgress'] as const).map((trigger) => ({
          value: trigger,
          label: t(`automation.triggers.${trigger}`),
          more:
            trigger === 'afterEditWindow' ? (
              <NumberInput
                label={t('automation.editWindow')}
                value={rules.editWindowMinutes}
                onChange={(minutes) => change({ editWindowMinutes: minutes ?? Number.NaN })}
                suffix={t('measure.minutesUnit')}
                error={errorOf('editWindowMinutes')}
              />
            ) : undefined,
        }))}
      />
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
        <TextInput
          label={t('automation.cutOff')}
          type="time"
          value={rules.cutOff ?? ''}
          onChange={(time) => change({ cutOff: time === '' ? null : time })}
          help={t('automation.cutOffHelp')}
          error={errorOf('cutOff')}
        />
        <NumberInput
          label={t('automation.maxAge')}
          value={rules.maxAgeHours}
          onChange={(hours) => change({ maxAgeHours: hours ?? Number.NaN })}
          suffix={t('measure.hoursUnit')}
          help={t('automation.maxAgeHelp')}
          error={errorOf('maxAgeHours')}
        />
      </InlineGrid>
    </BlockStack>
  );
}
