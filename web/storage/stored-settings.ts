import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Settings, settings as settingsSchema } from '#api-contract/settings.ts';

type Json = Record<PropertyKey, unknown>;

/**
 * The settings of a row. Keys that a newer version saved and this one does not know are left out, so that a version can
 * be rolled back.
 *
 * @throws ZodError where the value of a known key cannot be used.
 */
export function readSettings(stored: unknown): Settings {
  const { data, error } = settingsSchema.safeParse(stored);
  if (data) return data;
  const known: unknown = structuredClone(stored);
  for (const path of unknownIn(error)) delete parentOf(known, path)?.[path.at(-1) ?? ''];
  return settingsSchema.parse(known);
}

/** Of shop `s`, as SQL. */
export const inTestMode = sql`coalesce(s.settings #>> '{automation,testMode}', 'false') = 'true'`;
export const isPaused = sql`coalesce(s.settings ->> 'paused', 'false') = 'true'`;

/** What a shop's settings are before anybody saved any. */
export function firstSettings({ development, prefix }: { development: boolean; prefix: string }) {
  return {
    ...(development && { automation: { testMode: true } }),
    ...(prefix !== '' && { reference: { prefix } }),
  };
}

/**
 * What is written in place of `stored`: the new settings, and beside them the keys that this version does not know. Those
 * of a list's entry stay only with an entry that is as before.
 */
export function settingsToStore(stored: unknown, after: Settings): Settings {
  const before = readSettings(stored);
  const written = structuredClone(after);
  for (const path of unknownPaths(stored)) {
    const [old, fresh] = [parentOf(before, path), parentOf(after, path)];
    const isEntry = path.some((key) => typeof key === 'number');
    const target = isEntry && !isDeepStrictEqual(old, fresh) ? null : parentOf(written, path);
    const key = path.at(-1) ?? '';
    if (target) target[key] = parentOf(stored, path)?.[key];
  }
  return written;
}

const unknownPaths = (stored: unknown): PropertyKey[][] => unknownIn(settingsSchema.safeParse(stored).error);

function unknownIn(error: z.ZodError | undefined): PropertyKey[][] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
}

/** What holds the last key of the path; undefined where it is gone. */
function parentOf(root: unknown, path: readonly PropertyKey[]): Json | undefined {
  let at: unknown = root;
  for (const key of path.slice(0, -1)) at = isJson(at) ? at[key] : undefined;
  return isJson(at) ? at : undefined;
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
