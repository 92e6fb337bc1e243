import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Settings, settings as settingsSchema } from '#api-contract/settings.ts';

type Json = Record<PropertyKey, unknown>;

/**
 * The settings of a row. Keys that a newer version saved and this one does not know are left out, so that a version can
 * be rolled back; in place of a value that this one cannot use stands what does least.
 */
export const readSettings = (stored: unknown): Settings => read(stored).settings;

/** Whether a newer version saved something that this one cannot use. */
export const hasUnread = (stored: unknown): boolean => read(stored).unread.length > 0;

interface Read {
  settings: Settings;
  /** Keys that are not known, and settings whose value is not. */
  unknown: PropertyKey[][];
  unread: PropertyKey[][];
}

function read(stored: unknown): Read {
  const known: Json = isJson(stored) && !Array.isArray(stored) ? structuredClone(stored) : {};
  const unknown: PropertyKey[][] = [];
  const unread: PropertyKey[][] = isJson(stored) && !Array.isArray(stored) ? [] : [[]];
  for (;;) {
    const { data, error } = settingsSchema.safeParse(known);
    if (data) return { settings: unread.length > 0 ? cautious(data, unread) : data, unknown, unread };
    for (const path of unknownIn(error)) {
      unknown.push(path);
      delete parentOf(known, path)?.[path.at(-1) ?? ''];
    }
    // One at a time: of others it may be why.
    const wrong = error.issues.find(({ code }) => code !== 'unrecognized_keys');
    if (wrong) unread.push(takeOut(known, wrong.path));
  }
}

/** How deep single settings lie that stand for themselves: a rate at checkout is offered whole, or not at all. */
const depths: Readonly<Record<string, number>> = { checkoutRate: 1, locations: 3 };

/** Takes out the setting that lies at the path, or else what it belongs to; which. */
function takeOut(known: Json, path: readonly PropertyKey[]): PropertyKey[] {
  let setting = path.slice(0, depths[String(path[0])] ?? 2);
  while (setting.length > 1 && parentOf(known, setting)?.[setting.at(-1) ?? ''] === undefined)
    setting = setting.slice(0, -1);
  delete parentOf(known, setting)?.[setting.at(-1) ?? ''];
  return setting;
}

/** What decides over no driver. */
const beside: PropertyKey[] = ['writeBack', 'notifications', 'checkoutRate', 'retention'];

/** Where what is not known may decide over a driver, only a person sends. */
function cautious(settings: Settings, unread: PropertyKey[][]): Settings {
  const isUnread = (...path: string[]) => unread.some((one) => one.every((key, index) => key === path[index]));
  const isManual = unread.some(([group]) => group === undefined || !beside.includes(group));
  const { automation } = settings;
  return {
    ...settings,
    paused: isUnread('paused') || settings.paused,
    automation: {
      ...automation,
      mode: isManual ? 'manual' : automation.mode,
      testMode: isUnread('automation', 'testMode') || automation.testMode,
    },
  };
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
 * What is written in place of `stored`: the new settings, and beside them what this version does not know. Keys of a list's
 * entry stay only with an entry that is as before, a value only where nobody chose another one.
 */
export function settingsToStore(stored: unknown, after: Settings): Settings {
  const { settings: before, unknown, unread } = read(stored);
  const written = structuredClone(after);
  for (const path of unknown) {
    const [old, fresh] = [parentOf(before, path), parentOf(after, path)];
    const isEntry = path.some((key) => typeof key === 'number');
    const target = isEntry && !isDeepStrictEqual(old, fresh) ? null : parentOf(written, path);
    const key = path.at(-1) ?? '';
    if (target) target[key] = parentOf(stored, path)?.[key];
  }
  for (const path of unread.length > 0 ? [...unread, ...caution] : [])
    keepChosen(written, path, { stored, before, after });
  return written;
}

/** What is shown otherwise than it is stored while something is not known. */
const caution: PropertyKey[][] = [['automation', 'mode'], ['automation', 'testMode'], ['paused']];

function keepChosen(
  written: unknown,
  path: PropertyKey[],
  { stored, before, after }: { stored: unknown; before: Settings; after: Settings },
): void {
  const key = path.at(-1) ?? '';
  const target = parentOf(written, path);
  if (!target || !isDeepStrictEqual(parentOf(before, path)?.[key], parentOf(after, path)?.[key])) return;
  const kept = parentOf(stored, path)?.[key];
  if (kept === undefined) delete target[key];
  else target[key] = kept;
}

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
