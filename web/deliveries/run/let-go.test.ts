import { expect, test } from 'vitest';
import { type CourierMode, type Settings, settings } from '#api-contract/settings.ts';
import { aggregateOf, exampleRecord, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import { isLetGoByShop, lookAgainIfLetGo, wakesWaitingOrders, withLateLook } from './let-go.ts';

const working = settings.parse({});
const paused: Settings = { ...working, paused: true };
const sooner: Settings = { ...working, automation: { ...working.automation, editWindowMinutes: 1 } };
const [place] = Object.values(settings.parse({ locations: { 1: {} } }).locations);
const at = (changes: object): Settings => ({ ...working, locations: { 1: { ...place, ...changes } as never } });

test.each<[string, Settings, Settings, CourierMode[], boolean]>([
  ['nothing changed', working, working, [], false],
  ['a pause ended', paused, working, [], true],
  ['a pause began', working, paused, [], false],
  ['a key was entered', working, working, ['live'], true],
  ['a test key was entered in a pause', paused, paused, ['test'], true],
  ['the edit window got shorter', working, sooner, [], true],
  ['the rules changed in a pause', paused, { ...sooner, paused: true }, [], false],
  ['a location closes on a day', at({}), at({ closedDays: ['2026-12-25'] }), [], true],
  ['a location gets a phone number', at({}), at({ contactPhone: '021 555 0101' }), [], true],
  ['a unit may weigh more', working, { ...working, parcel: { ...working.parcel, maxWeightKg: 200 } }, [], true],
  ['the note is switched off', working, { ...working, writeBack: { ...working.writeBack, note: false } }, [], false],
])('waiting orders are looked at again where %s', (_name, before, after, newKeys, wakes) => {
  expect(wakesWaitingOrders({ before, after, newKeys })).toBe(wakes);
});

test('a shop lets go of an order by what it is since the run looked at it', async () => {
  const seen = exampleShop();
  const now = (shop: ReturnType<typeof exampleShop> | null) =>
    isLetGoByShop({ shops: { settledShop: async () => shop } as never }, seen);
  const { live, test: lent } = seen.accounts;
  expect(await now(seen)).toBe(false);
  expect(await now(null)).toBe(false);
  expect(await now({ ...seen, accounts: { live: null, test: lent } })).toBe(false);
  expect(await now({ ...seen, accounts: { live, test: lent && { ...lent, account: 'another' } } })).toBe(true);
  expect(await now({ ...seen, settings: sooner })).toBe(true);
});

test.each<[string, Settings, number, number | null]>([
  ['at once where the settings changed meanwhile', sooner, 6_000, now],
  ['in five minutes where news of a location may have come meanwhile', working, 6_000, now + 300_000],
  ['by nobody where the run was quick', working, 5_000, null],
])('an order that waits is looked at again %s', async (_name, settings, tookMs, expected) => {
  const seen = exampleShop();
  const looks: unknown[] = [];
  const ports = { shops: { settledShop: async () => ({ ...seen, settings }) } as never };
  const record = async (decide: (aggregate: ReturnType<typeof aggregateOf>) => { change: unknown }) =>
    looks.push(decide(aggregateOf([])).change);
  const shop = { ...seen, settings: working };
  await lookAgainIfLetGo(ports, { shop, record: record as never }, tookMs);
  expect(looks).toMatchObject(expected === null ? [] : [{ order: { dueAt: expected }, wakes: [{ at: expected }] }]);
});

test.each([
  ['waits, in five minutes', { state: 'held' as const, dueAt: null }, now + 300_000],
  ['waits and is due sooner, by then', { state: 'held' as const, dueAt: now + 1_000 }, now + 1_000],
  ['waits and is due later, in five minutes', { state: 'held' as const, dueAt: now + 900_000 }, now + 300_000],
  ['does not wait, when it was due', { state: 'placed' as const, dueAt: null }, null],
])('what a press leaves that %s is read anew', (_name, left, dueAt) => {
  const order = exampleRecord({ waitsFor: null, ...left });
  const { change, result } = withLateLook(() => ({ change: { order }, result: 7 }))(aggregateOf([]));
  expect(change).toMatchObject({ order: { dueAt } });
  expect(result).toBe(7);
});

test('a press that changes nothing of its order leaves it so', () => {
  expect(withLateLook(() => ({ change: null, result: 7 }))(aggregateOf([]))).toEqual({ change: null, result: 7 });
});
