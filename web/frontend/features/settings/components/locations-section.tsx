import { useTranslation } from 'react-i18next';
import { deferred } from '../../../ui/deferred.tsx';
import { Section } from '../../../ui/section.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import type { FormPart } from '../settings-form.ts';

/** Shows nothing before the shop's locations have come, so its scripts may come with them. */
const LocationList = deferred(
  async () => (await import('./location-list.tsx')).LocationList,
  () => <Loading lines={4} />,
);

/** Where drivers collect, with what the service still lacks. */
export function LocationsSection(part: FormPart) {
  const { t } = useTranslation();
  return (
    <div id="locations">
      <Section title={t('locations.title')} intro={t('locations.intro')}>
        <LocationList {...part} />
      </Section>
    </div>
  );
}
