import { describe, expect, test } from 'vitest';
import { settings as settingsSchema } from '#api-contract/settings.ts';
import { readSettings, settingsToStore } from './stored-settings.ts';

const band = { from: '8000', to: '8099', price: 50 };
const mine = settingsSchema.parse({
  paused: true,
  automation: { postcodes: ['7700', { from: '8000', to: '8099' }] },
  checkoutRate: { price: 80, bands: [band] },
  locations: { 11: { contactName: 'Ann' } },
});
const newer = {
  ...mine,
  colours: ['red'],
  automation: { ...mine.automation, speed: { fast: 1 }, postcodes: ['7700', { from: '8000', to: '8099', side: 'n' }] },
  checkoutRate: { ...mine.checkoutRate, bands: [{ ...band, until: '12:00' }] },
  locations: { 11: { ...mine.locations['11'], lift: true } },
};

describe('settings that a newer version saved', () => {
  test('are read without what this version does not know, at any depth', () => {
    expect(readSettings(newer)).toEqual(mine);
    expect(settingsSchema.safeParse(newer).success).toBe(false);
  });

  test('are refused where the value of a known key cannot be used', () => {
    expect(() => readSettings({ ...newer, paused: 'perhaps' })).toThrow();
  });

  test('keep what this version does not know when it saves', () => {
    expect(settingsToStore(newer, { ...mine, paused: false })).toEqual({ ...newer, paused: false });
  });

  test('lose it with the place or the entry that it belonged to', () => {
    const bands = [{ ...band, price: 60 }];
    const saved = settingsToStore(newer, { ...mine, checkoutRate: { ...mine.checkoutRate, bands }, locations: {} });
    expect(saved).toEqual({ ...newer, checkoutRate: { ...mine.checkoutRate, bands }, locations: {} });
  });
});
