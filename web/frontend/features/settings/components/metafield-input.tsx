import { useTranslation } from 'react-i18next';
import type { LocationsView } from '#api-contract/locations.ts';
import { TextInput } from '../../../ui/text-input.tsx';

interface Props {
  name: 'metafield' | 'fragileMetafield';
  value: string;
  onChange: (value: string) => void;
  /** What the shop has under the stored name; undefined while that is not known. */
  found: NonNullable<LocationsView['metafields']>['parcel'] | undefined;
  help: string;
  error: string | undefined;
}

/** The name of a metafield of the merchant, and whether the shop has it. */
export function MetafieldInput({ name, value, onChange, found, help, error }: Props) {
  const { t } = useTranslation();
  const state = () => {
    if (!found) return '';
    if (found.name !== value) return t('parcel.metafieldUnsaved');
    if (found.on.length === 0) return t('parcel.metafieldMissing');
    const where = found.on.map((owner) => t(`parcel.metafieldOn.${owner}`)).join(', ');
    return t('parcel.metafieldFound', { where, type: found.type });
  };
  return (
    <TextInput
      label={t(`parcel.${name}`)}
      value={value}
      onChange={onChange}
      help={[help, state()].filter((text) => text !== '').join(' ')}
      error={error}
    />
  );
}
