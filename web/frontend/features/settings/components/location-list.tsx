import { useTranslation } from 'react-i18next';
import type { LocationsView } from '#api-contract/locations.ts';
import { type LocationSettings, locationSettings } from '#api-contract/settings.ts';
import { useLocations } from '../../../shared/api/get-locations.ts';
import { BlockStack, InlineGrid, InlineStack, Text } from '../../../ui/layout.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { FormPart } from '../settings-form.ts';
import { HoursFields } from './hours-fields.tsx';

/** The shop's locations as Shopify has them, each with fields for what it lacks there. */
export function LocationList({ value, change, errorOf }: FormPart) {
  const { t } = useTranslation();
  const locations = useLocations();
  return (
    <>
      {locations.isPending ? <Loading lines={4} /> : null}
      {locations.error ? (
        <ProblemNotice error={locations.error} title={t('locations.failed')} onRetry={() => void locations.refetch()} />
      ) : null}
      {locations.data?.locations.length === 0 ? <Text as="p">{t('locations.none')}</Text> : null}
      <ul className="panel-list">
        {locations.data?.locations.map((location) => (
          <li key={location.id}>
            <LocationFields
              location={location}
              value={value.locations[location.id] ?? locationSettings.parse({})}
              onChange={(fields) => change('locations', { [location.id]: fields })}
              errorOf={(name) => errorOf(`locations.${location.id}.${name}`)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  location: LocationsView['locations'][number];
  value: LocationSettings;
  onChange: (value: LocationSettings) => void;
  errorOf: (name: string) => string | undefined;
}

function LocationFields({ location, value, onChange, errorOf }: Props) {
  const { t } = useTranslation();
  const missing = location.missing.filter((name) => !(name === 'contactPhone' && value.contactPhone));
  const set = (name: 'contactName' | 'contactPhone' | 'remarks') => (typed: string) =>
    onChange({ ...value, [name]: typed === '' ? null : typed });
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {location.name}
        </Text>
        {location.isActive ? null : <Mark>{t('locations.inactive')}</Mark>}
        {location.isFulfillmentService ? <Mark>{t('locations.thirdParty')}</Mark> : null}
        {missing.map((name) => (
          <Mark key={name} tone="attention">
            {t('locations.missing', { name: t(`locations.field.${name}`, { defaultValue: name }) })}
          </Mark>
        ))}
      </InlineStack>
      <Text as="p" tone="subdued">
        {location.address}
      </Text>
      {location.isFulfillmentService ? null : (
        <>
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
            <TextInput
              label={t('locations.field.contactName')}
              value={value.contactName ?? ''}
              placeholder={location.name}
              onChange={set('contactName')}
              error={errorOf('contactName')}
            />
            <TextInput
              label={t('locations.field.contactPhone')}
              type="tel"
              value={value.contactPhone ?? ''}
              placeholder={location.phone ?? undefined}
              onChange={set('contactPhone')}
              error={errorOf('contactPhone')}
              help={t('locations.phoneHelp')}
            />
          </InlineGrid>
          <TextInput
            label={t('locations.field.remarks')}
            value={value.remarks ?? ''}
            lines={2}
            onChange={set('remarks')}
            error={errorOf('remarks')}
            help={t('locations.remarksHelp')}
          />
          <HoursFields value={value} onChange={onChange} errorOf={errorOf} />
        </>
      )}
    </BlockStack>
  );
}
