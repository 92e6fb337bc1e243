import { locationSettings, type Settings, settings as settingsSchema } from '#api-contract/settings.ts';
import { normalisePhone } from '#placement/phone.ts';
import { invalid } from '../../http-problem.ts';
import { parse } from '../api-call.ts';

type Json = Record<string, unknown>;
const mostLocations = 1_000;
const mostBytes = 256 * 1024;
const freshLocation: Json = locationSettings.parse({});

/**
 * Lays a subset of settings over the stored ones: objects merge by key at every depth, arrays replace, null clears to the
 * default, the rest is kept.
 *
 * @throws HttpProblem 400 naming every value that cannot be used and every key that is not known, at any depth.
 */
export function patchSettings(before: Settings, patch: Json): Settings {
  const unknown: string[] = [];
  const merged = merge(before, patch, [], unknown);
  if (unknown.length > 0) throw invalid(unknown.map((field) => ({ field, message: 'is not known' })));
  const after = parse(settingsSchema, merged);
  refuseEndless(after);
  refuseNoPhones(before, after);
  return after;
}

/** What is no number would be passed over at each order. One that is stored already keeps no other change from being saved. */
function refuseNoPhones({ locations: before }: Settings, { locations: after }: Settings): void {
  const wrong = Object.entries(after).filter(
    ([id, { contactPhone }]) =>
      contactPhone !== null && contactPhone !== before[id]?.contactPhone && !normalisePhone(contactPhone).ok,
  );
  if (wrong.length === 0) return;
  const message = 'must be one South African number of 10 digits';
  throw invalid(wrong.map(([id]) => ({ field: `locations.${id}.contactPhone`, message })));
}

/** One shop's settings are read at every order of it. */
function refuseEndless(after: Settings): void {
  const tooMany = Object.keys(after.locations).length - mostLocations;
  if (tooMany > 0) {
    throw invalid([{ field: 'locations', message: `there may be ${mostLocations}; these are ${tooMany} too many` }]);
  }
  if (Buffer.byteLength(JSON.stringify(after)) > mostBytes) {
    throw invalid([
      { field: 'settings', message: 'all settings of a shop together may take 256 kB; shorten the texts' },
    ]);
  }
}

function merge(base: Json, patch: Json, path: readonly string[], unknown: string[]): Json {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    const known = Object.hasOwn(base, key) || isNewLocation(path, key);
    if (!known) unknown.push([...path, key].join('.'));
    else if (value === null) merged.delete(key);
    else merged.set(key, isObject(value) ? mergeObject(base[key], value, [...path, key], unknown) : value);
  }
  return Object.fromEntries(merged);
}

function mergeObject(base: unknown, patch: Json, path: readonly string[], unknown: string[]): unknown {
  if (isObject(base)) return merge(base, patch, path, unknown);
  return base === undefined && path[0] === 'locations' ? merge(freshLocation, patch, path, unknown) : patch;
}

/** The only keys that are data: ids of locations. */
function isNewLocation(path: readonly string[], key: string): boolean {
  return path.length === 1 && path[0] === 'locations' && /^\d{1,20}$/.test(key);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
