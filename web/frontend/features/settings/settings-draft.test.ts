import { expect, test } from 'vitest';
import { type LocationSettings, locationSettings, type Settings, type SettingsView } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { draftErrors, merged, type SettingsDraft, settingsChanges, startDraft } from './settings-draft.ts';
import { applyChange } from './settings-form.ts';

const stored: SettingsView = {
  ...structuredClone(defaultSettings),
  courier: { apiKey: { set: true, last4: '7f3a' }, testApiKey: { set: false, last4: null } },
};
const changed = (change: (draft: SettingsDraft) => SettingsDraft) =>
  settingsChanges(stored, change(startDraft(stored)));

test('a form without changes has nothing to save', () => {
  expect(settingsChanges(stored, startDraft(stored))).toBeNull();
});

test('only what changed is sent: objects by key, lists whole, null for an emptied value', () => {
  const body = changed((draft) => {
    const automation = applyChange(draft.settings, 'automation', { cutOff: '15:30', includeTags: ['vip'] });
    const parcel = applyChange(automation, 'parcel', { weightKg: 2.5 });
    return { ...draft, settings: applyChange(parcel, 'notifications', { email: 'a@example.com' }) };
  });
  expect(body).toEqual({
    automation: { cutOff: '15:30', includeTags: ['vip'] },
    parcel: { weightKg: 2.5 },
    notifications: { email: 'a@example.com' },
  });
});

test('one location changed leaves the others out', () => {
  const fields = { contactName: 'Thabo', contactPhone: null, remarks: null, hours: [], closedDays: [] };
  const body = changed((draft) => ({
    ...draft,
    settings: applyChange(draft.settings, 'locations', { '71001': fields }),
  }));
  expect(body).toEqual({ locations: { '71001': fields } });
});

test('a key is sent only when it was typed', () => {
  expect(changed((draft) => ({ ...draft, testApiKey: ' k-1 ' }))).toEqual({ courier: { testApiKey: 'k-1' } });
  expect(changed((draft) => ({ ...draft, apiKey: '  ' }))).toBeNull();
});

const withParcel = (change: Partial<Settings['parcel']>) => applyChange(defaultSettings, 'parcel', change);
const withRate = (change: Partial<Settings['checkoutRate']>) => applyChange(defaultSettings, 'checkoutRate', change);
const withRules = (change: Partial<Settings['automation']>) => applyChange(defaultSettings, 'automation', change);

test.each([
  ['parcel.weightKg', 'number', withParcel({ weightKg: Number.NaN })],
  ['parcel.weightKg', 'moreThan', withParcel({ weightKg: 0 })],
  ['parcel.heightM', 'atMost', withParcel({ heightM: 11 })],
  ['reference.prefix', 'prefix', applyChange(defaultSettings, 'reference', { prefix: '12' })],
  ['reference.prefix', 'testPrefix', applyChange(defaultSettings, 'reference', { prefix: 'Test-' })],
  ['notifications.email', 'email', applyChange(defaultSettings, 'notifications', { email: 'nobody' })],
  ['automation.postcodes', 'postcodes', withRules({ postcodes: ['80'] })],
  ['automation.cutOff', 'cutOff', withRules({ cutOff: '25:00' })],
  ['checkoutRate.price', 'ratePrice', withRate({ enabled: true })],
  ['checkoutRate.price', 'number', withRate({ enabled: true, price: Number.NaN })],
  ['checkoutRate.bands', 'bands', withRate({ bands: [{ from: '7999', to: '7700', price: 10 }] })],
  ['checkoutRate.bands', 'bands', withRate({ bands: [{ from: '7700', to: '', price: 10 }] })],
  ['checkoutRate.freeAbove', 'atLeast', withRate({ freeAbove: -1 })],
  ['retention.days', 'atLeast', applyChange(defaultSettings, 'retention', { days: 0 })],
])('%s is called wrong as %s', (path, code, settings) => {
  expect(draftErrors({ ...startDraft(stored), settings })[path]?.code).toBe(code);
});

test.each([
  ['hours', { hours: [{ day: 'monday', open: '08:00', close: '' }] }],
  ['closedDays', { closedDays: ['Christmas'] }],
])('what is wrong with a location’s %s is said once, beside the list', (list, fields) => {
  const location = { ...locationSettings.parse({}), ...fields } as LocationSettings;
  const draft = { ...startDraft(stored), settings: applyChange(defaultSettings, 'locations', { '71001': location }) };
  expect(draftErrors(draft)).toEqual({ [`locations.71001.${list}`]: { code: list, params: {} } });
});

const monday = { day: 'monday', open: '08:00', close: '17:00' };
const laterMonday = { ...monday, open: '09:00' };
const tuesday = { ...monday, day: 'tuesday' };
const band = { from: '7700', to: '7999', price: 50 };
const otherBand = { from: '8000', to: '8099', price: 60 };
const nothing: unknown[] = [];

test.each([
  ['a tag added here stays beside one added elsewhere', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 'c']],
  ['a tag removed here is gone, one removed elsewhere too', ['a', 'b', 'c'], ['b', 'c'], ['a', 'b'], ['b']],
  ['a tag added by both is there once', nothing, ['a'], ['a'], ['a']],
  ['a tag removed by both is gone', ['a'], nothing, nothing, nothing],
  [
    'postcodes are told apart by value',
    [{ from: '1', to: '2' }],
    ['8001'],
    [{ from: '1', to: '2' }, '9'],
    ['8001', '9'],
  ],
  ['another day that was set elsewhere stays', nothing, [monday], [tuesday], [monday, tuesday]],
  ['a day that was changed elsewhere stays so', [monday], [tuesday, monday], [laterMonday], [tuesday, laterMonday]],
  ['a day that was closed elsewhere stays closed', [monday, tuesday], [laterMonday, tuesday], [monday], [laterMonday]],
  ['a day that both changed is as the form has it', [monday], [laterMonday], [tuesday], [laterMonday, tuesday]],
  ['a second span of a day goes with its day', [monday, laterMonday], [monday], [monday, laterMonday], [monday]],
  [
    'prices keep the order of the form',
    [band, otherBand],
    [{ ...band, price: 9 }, otherBand],
    [band, otherBand],
    [{ ...band, price: 9 }, otherBand],
  ],
  [
    'a price that both changed is there once',
    [band],
    [{ ...band, price: 9 }],
    [{ ...band, price: 8 }],
    [{ ...band, price: 9 }],
  ],
  ['equal lines stay two', [band], [band, band], [band], [band, band]],
])('of lists: %s', (_case, before, after, now, result) => {
  expect(merged({ list: before }, { list: after }, { list: now })).toEqual({ list: result });
});

test('of groups: a contact that was cleared elsewhere stays so, and one that was set there, where the form has none', () => {
  const none = { contactName: null, contactPhone: null };
  expect(merged<object>({ contactName: 'Thabo' }, { contactName: 'Thabo' }, none)).toEqual(none);
  const set = { '1': { contactName: 'Thabo', contactPhone: null } };
  expect(merged<object>({}, { '1': { ...none, contactPhone: '082' } }, set)).toEqual({
    '1': { contactName: 'Thabo', contactPhone: '082' },
  });
  expect(merged<object>({}, { '1': none }, {})).toEqual({ '1': none });
});

test('of groups: what was changed here counts, all else is as it is stored by now, also what came with it', () => {
  const location = { contactName: 'Thabo', hours: [monday] };
  const before = { paused: false, parcel: { weightKg: 1, heightM: 1 }, locations: {} };
  const after = { ...before, parcel: { weightKg: 2, heightM: 1 }, locations: { '1': location } };
  const now = { paused: true, parcel: { weightKg: 5, heightM: 6 }, locations: { '2': location } };
  expect(merged<object>(before, after, now)).toEqual({
    paused: true,
    parcel: { weightKg: 2, heightM: 6 },
    locations: { '1': location, '2': location },
  });
});
