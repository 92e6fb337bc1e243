import { describe, expect, test } from 'vitest';
import { type Settings, settings as settingsSchema } from '#api-contract/settings.ts';
import { hasUnread, readSettings, settingsToStore } from './stored-settings.ts';

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

  test.each<[what: string, stored: object, read: Partial<Settings>]>([
    ['how it sends', { automation: { ...mine.automation, mode: 'clever' } }, {}],
    ['when it sends', { automation: { ...mine.automation, trigger: 'ready' } }, { automation: { trigger: 'paid' } }],
    [
      'two postcodes',
      { automation: { includeTags: ['a'], postcodes: ['E1', 'E2'] } },
      { automation: { includeTags: ['a'] } },
    ],
    ['a pause', { paused: 'until Monday' }, { paused: true }],
    ['test mode', { automation: { testMode: 'staff' } }, { automation: { testMode: true } }],
    ['all of its rules', { automation: 'by the book' }, { automation: { testMode: true } }],
    ['its prefix', { reference: { prefix: 'A1-' } }, { reference: { prefix: '' } }],
    ['opening hours', { locations: { 11: { contactName: 'Ann', hours: 'always' } } }, { locations: mine.locations }],
  ] as never)('that cannot be used leave the sending to a person: %s', (_what, stored, read) => {
    expect(readSettings({ ...newer, ...stored })).toMatchObject(read);
    expect(readSettings({ ...newer, ...stored }).automation.mode).toBe('manual');
    expect([hasUnread(newer), hasUnread({ ...newer, ...stored })]).toEqual([false, true]);
  });

  test.each([
    [
      'what is fulfilled',
      { writeBack: { fulfil: 'delivered', tags: true } },
      { writeBack: { fulfil: 'never', tags: true } },
    ],
    ['a language', { notifications: { language: 'xh' } }, { notifications: { language: 'en' } }],
    ['a price', { checkoutRate: { enabled: true, price: 'by weight' } }, { checkoutRate: { enabled: false } }],
    ['a rate without its price', { checkoutRate: { enabled: true } }, { checkoutRate: { enabled: false } }],
  ])('that decide over no driver are read as what does least: %s', (_what, stored, read) => {
    expect(readSettings({ ...newer, ...stored })).toMatchObject({ ...read, automation: { mode: 'matching' } });
  });

  test.each([null, 7, 'none', []])('that are none at all (%j) leave the sending to a person', (stored) => {
    expect([readSettings(stored).automation.mode, hasUnread(stored)]).toEqual(['manual', true]);
  });

  test.each([
    ['trigger', 'ready', 'prepared'],
    ['mode', 'clever', 'all'],
  ] as const)(
    'keep a value that cannot be used when another is saved, and lose it where it is chosen anew: %s',
    (key, value, chosen) => {
      const stored = { ...newer, automation: { ...newer.automation, [key]: value } };
      const before = readSettings(stored);
      expect(settingsToStore(stored, { ...before, fragileTag: 'glass' })).toEqual({ ...stored, fragileTag: 'glass' });
      const saved = settingsToStore(stored, { ...before, automation: { ...before.automation, [key]: chosen } });
      expect(saved).toEqual({ ...stored, automation: { ...stored.automation, [key]: chosen } });
    },
  );

  test('keep out what was never saved', () => {
    const stored = { automation: { trigger: 'ready' } };
    const { mode: _mode, testMode: _test, ...automation } = mine.automation;
    const saved = settingsToStore(stored, { ...readSettings(stored), fragileTag: 'glass' });
    expect(saved.automation).not.toHaveProperty('mode');
    expect(Object.keys(saved.automation)).toEqual(expect.arrayContaining(Object.keys(automation)));
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
