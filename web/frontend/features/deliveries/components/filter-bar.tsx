import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliverySorts } from '#api-contract/deliveries.ts';
import type { DeliveryState } from '#api-contract/order.ts';
import { useLocations } from '../../../shared/api/get-locations.ts';
import { MenuOf } from '../../../ui/choices.tsx';
import { Expander } from '../../../ui/expander.tsx';
import { BlockStack, Box, InlineGrid, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type Counted, countOf, type DeliveryFilters, meant, searched, searchFor } from '../delivery-filters.ts';

/** Typing is one search, not one per letter. */
const searchDelayMs = 300;

/** The views by state; three states are one thing to a shop owner. */
const views: { name: string; states: DeliveryState[]; view?: DeliveryFilters['view'] }[] = [
  { name: 'all', states: [] },
  { name: 'needs_you', states: [], view: 'needs_you' },
  { name: 'changed', states: [], view: 'changed' },
  { name: 'to_send', states: [], view: 'to_send' },
  { name: 'inProgress', states: ['queued', 'placing', 'confirming'] },
  { name: 'placed', states: ['placed'] },
  { name: 'held', states: ['held'] },
  { name: 'skipped', states: ['skipped'], view: 'left_out' },
  { name: 'cancelled', states: ['cancelled'] },
];

type View = (typeof views)[number];

interface Props {
  filters: DeliveryFilters;
  /** What was counted; null where the list could not be read. */
  counted: Counted | null;
  onChange: (changes: Partial<DeliveryFilters>, how?: { replace: boolean }) => void;
}

/** Search, views by state with their counts, and the filters that are needed less often. */
export function FilterBar({ filters, counted, onChange }: Props) {
  const { t } = useTranslation();
  const isShown = ({ states, view }: View) => states.join() === filters.states.join() && view === filters.view;
  // Empty lists that most shops never have would only be in the way.
  const shown = views
    .map((one) => ({ ...one, count: counted ? countOf(one, counted) : null }))
    .filter((one) => isShown(one) || Number(one.count) > 0 || !['to_send', 'changed'].includes(one.name));
  return (
    <Box padding="300">
      <BlockStack gap="300">
        <Search filters={filters} onChange={onChange} />
        <nav aria-label={t('deliveries.views')}>
          <InlineStack gap="200">
            {shown.map((one) => (
              <Press
                key={one.name}
                label={`${t(`view.${one.name}`)} ${one.count ?? ''}`.trimEnd()}
                pressed={isShown(one)}
                onPress={() => onChange({ states: one.states, view: one.view })}
              />
            ))}
          </InlineStack>
        </nav>
        {filters.paid === undefined ? null : (
          <InlineStack gap="200" blockAlign="center">
            <Text as="p">{t(`deliveries.paid.${filters.paid}`)}</Text>
            <Press label={t('deliveries.paid.any')} onPress={() => onChange({ paid: undefined })} />
          </InlineStack>
        )}
        <Expander
          label={t('deliveries.more')}
          startsOpen={filters.from !== '' || filters.to !== '' || filters.locationId !== ''}
        >
          <MoreFilters filters={filters} onChange={onChange} />
        </Expander>
      </BlockStack>
    </Box>
  );
}

/**
 * What is being typed in a field of the list: asked for once it stands still, while another press and the way back are
 * taken over.
 *
 * @param shown what the list shows
 * @param ask has the list show something else
 * @param isWhole whether the typed text means anything yet
 */
function useTyped(shown: string, ask: (text: string) => void, isWhole: (text: string) => boolean = () => true) {
  const [typed, setTyped] = useState(shown);
  const path = useRef('');
  useEffect(() => {
    path.current = window.location.pathname;
  }, []);
  // What was asked for here comes back without the space that a next word follows, and perhaps late.
  const asked = useRef<string[]>([]);
  useEffect(() => {
    const at = asked.current.indexOf(shown);
    asked.current = asked.current.slice(at + 1);
    if (at === -1) setTyped(shown);
  }, [shown]);
  useEffect(() => {
    const text = meant(typed);
    if (text === shown || !isWhole(text)) return;
    const timer = setTimeout(() => {
      // A link was pressed meanwhile and its screen is still on its way: a search now would lead back here.
      if (window.location.pathname !== path.current) return;
      asked.current.push(text);
      ask(text);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed, shown, ask, isWhole]);
  return [typed, setTyped] as const;
}

/** A browser gives a date for each digit of its year, 0002 first. */
const isDate = (text: string) => text === '' || /^2\d{3}-/.test(text);

function Search({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useTyped(searched(filters), (text) => onChange(searchFor(text), { replace: true }));
  return (
    <TextInput
      label={t('deliveries.search')}
      type="search"
      placeholder={t('deliveries.searchExample')}
      value={typed}
      onChange={setTyped}
      onClear={() => setTyped('')}
      maxLength={255}
    />
  );
}

function MoreFilters({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  const locations = useLocations();
  const places = locations.data?.locations ?? [];
  const { locationId: shown } = filters;
  const isListed = shown === '' || places.some(({ id }) => id === shown);
  return (
    <InlineGrid columns={{ xs: 1, sm: 2, md: 4 }} gap="300">
      <DateInput name="from" filters={filters} onChange={onChange} />
      <DateInput name="to" filters={filters} onChange={onChange} />
      <MenuOf
        label={t('deliveries.location')}
        options={[
          { value: '', label: t('deliveries.everyLocation') },
          ...places.map(({ id, name }) => ({ value: id, label: name })),
          // A link may name one that is no longer listed.
          ...(isListed ? [] : [{ value: shown, label: `${t('deliveries.location')} ${shown}` }]),
        ]}
        value={shown}
        onChange={(locationId) => onChange({ locationId })}
      />
      <MenuOf
        label={t('deliveries.sort')}
        options={deliverySorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </InlineGrid>
  );
}

function DateInput({ name, filters, onChange }: Pick<Props, 'filters' | 'onChange'> & { name: 'from' | 'to' }) {
  const { t } = useTranslation();
  const shown = filters[name];
  const [typed, setTyped] = useTyped(shown, (date) => onChange({ [name]: date }, { replace: true }), isDate);
  return (
    <TextInput
      label={t(`deliveries.${name}`)}
      type="date"
      value={typed}
      onChange={setTyped}
      // A year that was left unfinished is not what the list shows.
      onBlur={() => isDate(typed) || setTyped(shown)}
    />
  );
}
