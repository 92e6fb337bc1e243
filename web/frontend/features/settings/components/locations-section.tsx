import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import type { FormPart } from '../settings-form.ts';
import { LocationList } from './location-list.tsx';

/** Where drivers collect, with what the service still lacks. */
export function LocationsSection(part: FormPart) {
  const { t } = useTranslation();
  return (
    <Section title={t('locations.title')} intro={t('locations.intro')}>
      <LocationList {...part} />
    </Section>
  );
}
