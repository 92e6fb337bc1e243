import { useTranslation } from 'react-i18next';
import { OneOf } from '../../../ui/choices.tsx';
import { BlockStack, InlineGrid } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { fieldsOf } from '../automation-form.ts';
import { useInZone } from '../settings-form.ts';

/** When an order is sent, and when it is too late for it. */
export const TimingFields = fieldsOf(
  ['trigger', 'editWindowMinutes', 'pendingGateways', 'deliveryDateAttribute', 'cutOff', 'maxAgeHours'],
  function TimingFields({ rules, change, errorOf }) {
    const { t } = useTranslation();
    const inZone = useInZone();
    return (
      <BlockStack gap="400">
        <OneOf
          label={t('automation.trigger')}
          value={rules.trigger}
          onChange={(trigger) => change({ trigger })}
          options={(['paid', 'afterEditWindow', 'inProgress', 'prepared'] as const).map((trigger) => ({
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
        <ListInput
          label={t('automation.pendingGateways')}
          values={rules.pendingGateways}
          onChange={(pendingGateways) => change({ pendingGateways })}
          help={t('automation.pendingGatewaysHelp')}
          error={errorOf('pendingGateways')}
        />
        <TextInput
          label={t('automation.deliveryDate')}
          value={rules.deliveryDateAttribute}
          onChange={(deliveryDateAttribute) => change({ deliveryDateAttribute })}
          help={t('automation.deliveryDateHelp')}
          error={errorOf('deliveryDateAttribute')}
        />
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
          <TextInput
            label={t('automation.cutOff')}
            type="time"
            value={rules.cutOff ?? ''}
            onChange={(time) => change({ cutOff: time === '' ? null : time })}
            help={inZone(t('automation.cutOffHelp'))}
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
  },
);
