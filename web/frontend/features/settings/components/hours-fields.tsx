import { useTranslation } from 'react-i18next';
import { type LocationSettings, openingHours, weekdays } from '#api-contract/settings.ts';
import { BlockStack, InlineGrid, Text } from '../../../ui/layout.ts';
import { ListInput } from '../../../ui/list-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useInZone } from '../settings-form.ts';

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
  const inZone = useInZone();
  const hoursOf = (day: Hours['day']) => value.hours.find((hours) => hours.day === day);
  // A day has one span here; a second one, which only the API can set, stays as it is.
  const set = (day: Hours['day'], typed: string) => {
    const others = value.hours.filter((hours) => hours !== hoursOf(day));
    onChange({ ...value, hours: typed === '' ? others : [readHours(day, typed), ...others] });
  };
  return (
    <BlockStack gap="300">
      <Text as="h4" variant="headingSm">
        {t('locations.hours')}
      </Text>
      <Text as="p" tone="subdued">
        {inZone(t('locations.hoursHelp'))}
      </Text>
      <InlineGrid columns={{ xs: 2, md: 4 }} gap="300">
        {weekdays.map((day) => {
          const shown = writeHours(hoursOf(day));
          const padded = shown.replaceAll(/\b[1-9]:/g, '0$&');
          return (
            <TextInput
              key={day}
              label={t(`locations.weekday.${day}`)}
              value={shown}
              // In every field it would read as set.
              placeholder={day === 'monday' ? example : undefined}
              onChange={(typed) => set(day, typed)}
              // Not while it is typed: a digit that is being corrected would have another before it.
              onBlur={() => padded === shown || set(day, padded)}
              error={value.hours.some((hours) => hours.day === day && !openingHours.safeParse(hours).success)}
            />
          );
        })}
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

/** `08:00 - 17:00` as a span; what is none stays text, and the schema says so. */
function readHours(day: Hours['day'], typed: string): Hours {
  const found = /^\s*(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})\s*$/.exec(typed);
  if (!found?.[1] || !found[2]) return { day, open: typed, close: '' };
  return { day, open: found[1], close: found[2] };
}

function writeHours(hours: Hours | undefined): string {
  if (!hours) return '';
  return hours.close === '' ? hours.open : `${hours.open}-${hours.close}`;
}
