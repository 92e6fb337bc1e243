import { useTranslation } from 'react-i18next';
import { type LocationSettings, openingHours, weekdays } from '#api-contract/settings.ts';
import { BlockStack, InlineGrid, Text } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface Props {
  value: LocationSettings;
  onChange: (value: LocationSettings) => void;
  errorOf: (name: string) => string | undefined;
}

const example = '08:00-17:00';
type Hours = LocationSettings['hours'][number];

/** When a location is open, by weekday, and on which days it is closed. */
export function HoursFields({ value, onChange, errorOf }: Props) {
  const { t } = useTranslation();
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
        {weekdays.map((day) => (
          <TextInput
            key={day}
            label={t(`locations.weekday.${day}`)}
            value={writeHours(value.hours.find((hours) => hours.day === day))}
            placeholder={example}
            onChange={(typed) => set(readHours(day, typed))}
            error={value.hours.some((hours) => hours.day === day && !openingHours.safeParse(hours).success)}
          />
        ))}
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

/** `8:00 - 17:00` as a span; what is none stays text, and the schema says so. */
function readHours(day: Hours['day'], typed: string): Hours {
  const found = /^\s*(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})\s*$/.exec(typed);
  if (!found?.[1] || !found[2]) return { day, open: typed, close: '' };
  return { day, open: found[1].padStart(5, '0'), close: found[2].padStart(5, '0') };
}

function writeHours(hours: Hours | undefined): string {
  if (!hours) return '';
  return hours.close === '' ? hours.open : `${hours.open}-${hours.close}`;
}
