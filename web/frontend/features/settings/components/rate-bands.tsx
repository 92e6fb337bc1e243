import { useTranslation } from 'react-i18next';
import { rateBand, type Settings } from '#api-contract/settings.ts';
import { BlockStack, InlineGrid, Text } from '../../../ui/layout.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Press } from '../../../ui/press.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

type Bands = Settings['checkoutRate']['bands'];

interface Props {
  bands: Bands;
  onChange: (bands: Bands) => void;
  error: string | undefined;
}

/** Prices of their own for some postcodes, in the order in which they count. */
export function RateBands({ bands, onChange, error }: Props) {
  const { t } = useTranslation();
  const set = (changed: number, fields: Partial<Bands[number]>) =>
    onChange(bands.map((band, index) => (index === changed ? { ...band, ...fields } : band)));
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        {t('checkoutRate.bands')}
      </Text>
      <Text as="p" tone="subdued">
        {t('checkoutRate.bandsHelp')}
      </Text>
      {bands.map((band, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, and two may say the same
        <InlineGrid key={index} columns={{ xs: 2, sm: '1fr 1fr 1fr auto' }} gap="300" alignItems="end">
          <TextInput
            label={t('checkoutRate.from')}
            inputMode="numeric"
            value={band.from}
            onChange={(from) => set(index, { from: from.trim() })}
            error={isWrong(band, 'from')}
          />
          <TextInput
            label={t('checkoutRate.to')}
            inputMode="numeric"
            value={band.to}
            onChange={(to) => set(index, { to: to.trim() })}
            error={isWrong(band, 'to')}
          />
          <NumberInput
            label={t('checkoutRate.bandPrice')}
            money
            prefix="R"
            value={band.price}
            onChange={(price) => set(index, { price: price ?? Number.NaN })}
            error={isWrong(band, 'price')}
          />
          <div>
            <Press
              label={t('checkoutRate.remove')}
              hint={t('checkoutRate.removeNamed', { from: band.from, to: band.to })}
              onPress={() => onChange(bands.filter((_, other) => other !== index))}
            />
          </div>
        </InlineGrid>
      ))}
      {error === undefined ? null : (
        <Text as="p" tone="critical">
          {error}
        </Text>
      )}
      <div>
        <Press
          label={t('checkoutRate.add')}
          onPress={() => onChange([...bands, { from: '', to: '', price: Number.NaN }])}
        />
      </div>
    </BlockStack>
  );
}

function isWrong(band: Bands[number], field: keyof Bands[number]): boolean {
  return rateBand.safeParse(band).error?.issues.some(({ path }) => path[0] === field) ?? false;
}
