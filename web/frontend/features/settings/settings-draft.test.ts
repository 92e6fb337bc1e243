import { expect, test } from 'vitest';
import { type LocationSettings, locationSettings, type Settings, type SettingsView } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { draftErrors, type SettingsDraft, settingsChanges, startDraft } from './settings-draft.ts';
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
