import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCourierClient } from './courier-client.ts';
import { defaultProfile, loadProfile, parseProfile } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'profile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (text: string) => {
  const path = join(folder, 'profile.json');
  writeFileSync(path, text);
  return loadProfile(path);
};

describe('the profile file', () => {
  test('no file: the defaults, which are valid themselves', () => {
    expect(loadProfile(undefined)).toEqual({ ok: true, profile: defaultProfile });
    expect(parseProfile(defaultProfile)).toEqual({ ok: true, profile: defaultProfile });
  });

  test('overrides merge by key; the rest stays', () => {
    const loaded = file('\uFEFF{"slot":{"end":null},"cancel":null,"lookup":{"byCustomer":null},"state":["/s"]}');
    expect(loaded).toEqual({
      ok: true,
      profile: {
        ...defaultProfile,
        slot: { ...defaultProfile.slot, end: null },
        cancel: null,
        lookup: { ...defaultProfile.lookup, byCustomer: null },
        state: ['/s'],
      },
    });
  });

  test("the project's own service has a profile", () => {
    expect(loadProfile('web/courier-service/profile.json')).toMatchObject({
      ok: true,
      profile: { notifications: { deliveryId: '/id' } },
    });
  });

  test.each([
    [
      'mailto:help@courier.example?subject={order_reference}%20{id}',
      'mailto:help@courier.example?subject=1001-R2%20D%2F1',
    ],
    ['https://courier.example/help?delivery={id}', 'https://courier.example/help?delivery=D%2F1'],
    ['https://courier.example/help', 'https://courier.example/help'],
  ])('people ask about a delivery at %s', async (support, url) => {
    const loaded = parseProfile({ support });
    if (!loaded.ok) throw new Error(loaded.problems.join());
    const client = createCourierClient({ baseUrl: null, testBaseUrl: null, profile: loaded.profile });
    expect(client.contactUrl({ orderReference: '1001-R2', deliveryId: 'D/1' })).toBe(url);
    await client.close();
  });

  test.each(['javascript:alert(1)', 'http://x.example', 'https://x.example/{customer}', 'help@x.example', 'https://'])(
    'nobody is asked at %s',
    (support) => expect(parseProfile({ support }).ok).toBe(false),
  );

  test('lookup null: no look-up at all', () => {
    expect(parseProfile({ lookup: null })).toMatchObject({
      ok: true,
      profile: { lookup: { byReference: null, byCustomer: null, byId: null } },
    });
  });

  test('lists every problem at once', () => {
    const loaded = file(
      '{"slot":{"start":"id","timeZone":"Mars/Base"},"deliveryId":"/a~2","x":1,"cancel":{"method":"GET"}}',
    );
    if (loaded.ok) throw new Error('accepted');
    expect(loaded.problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
      'cancel.method',
      'deliveryId',
      'profile',
      'slot.start',
      'slot.timeZone',
    ]);
  });

  test.each<[string, unknown]>([
    ['not an object', []],
    ['a template without its variable', { lookup: { byId: '/v1/deliveries' } }],
    ['a template of a higher level', { lookup: { byId: '/v1/{+id}' } }],
    ['a template with a foreign variable', { lookup: { byId: '/v1/{id}/{key}' } }],
    ['a template on another host', { lookup: { byId: '//elsewhere/{id}' } }],
    ['a path on another host', { test: '//elsewhere' }],
    ['a store field named like one of the interface', { storeFields: { id: 'order_reference' } }],
    ['two fields of one name', { storeFields: { id: 'store', name: 'store' } }],
    ['a further field without value', { furtherField: { name: 'city' } }],
    ['a meaning that nobody knows', { states: { LOST: 'lost' } }],
    ['notifications without a way to register', { notifications: { deliveryId: '/id' } }],
    ['an unknown key deep inside', { slot: { begin: '/x' } }],
  ])('refuses %s', (_name, overrides) => {
    expect(parseProfile(overrides)).toMatchObject({ ok: false });
  });

  test('a prototype in the file pollutes nothing', () => {
    file('{"__proto__":{"polluted":1},"slot":{"__proto__":{"polluted":1}}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('an unreadable file is a problem, and its content is not repeated', () => {
    expect(loadProfile(join(folder, 'none.json'))).toEqual({ ok: false, problems: ['the file cannot be read'] });
    expect(file('{secret')).toEqual({ ok: false, problems: ['the file is not JSON'] });
  });

  test('docs/operations.md tells of every key', () => {
    const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const table = operations.split('### The service profile')[1]?.split('\n## ')[0] ?? '';
    const told = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/(?<=`)\w+/g) ?? []);
    expect(Object.keys(defaultProfile).filter((key) => !told.includes(key))).toEqual([]);
  });
});
