import { useTranslation } from 'react-i18next';
import { type LocationSettings, weekdays } from '#api-contract/settings.ts';
import { BlockStack, InlineGrid, Text } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface Props {
  value: LocationSettings;
  onChange: (value: LocationSettings) => void;
  errorOf: (name: string) => string | undefined;
}

type Hours = LocationSettings['hours'][number];

/** When a location is open, by weekday, and on which days it is closed. */
export function HoursFields({ value, onChange, errorOf }: Props) {
  const { t } = useTranslation();
  const ofDay = (day: Hours['day']) => value.hours.find((hours) => hours.day === day) ?? { day, open: '', close: '' };
  // A day has one span here; a second one, which only the API can set, stays as it is.
  const set = (changed: Hours) => {
    const first = value.hours.findIndex(({ day }) => day === changed.day);
    const others = value.hours.filter((_, index) => index !== first);
    const isEmpty = changed.open === '' && changed.close === '';
    onChange({ ...value, hours: isEmpty ? others : [changed, ...others] });
  };
  return (
    <BlockStack gap="300">
      <Text as="h4" variant="headingSm">
        {t('locations.hours')}
      </Text>
      <Text as="p" tone="subdued">
        {t('locations.hoursHelp')}
      </Text>
      <InlineGrid columns={{ xs: 2, md: 4 }} gap="300">
        {weekdays.flatMap((day) =>
          (['open', 'close'] as const).map((end) => (
            <TextInput
              key={`${day}-${end}`}
              label={t(`locations.${end}`, { day: t(`locations.weekday.${day}`) })}
              type="time"
              value={ofDay(day)[end]}
              onChange={(time) => set({ ...ofDay(day), [end]: time })}
            />
          )),
        )}
      </InlineGrid>
      {errorOf('hours') ? (
        <Text as="p" tone="critical">
          {errorOf('hours')}
        </Text>
      ) : null}
      <ListInput
        label={t('locations.closedDays')}
        values={value.closedDays}
        onChange={(closedDays) => onChange({ ...value, closedDays })}
        help={t('locations.closedDaysHelp')}
        error={errorOf('closedDays')}
      />
    </BlockStack>
  );
}
