import { type AutomationSettings, type Settings, type SettingsView, settings } from '#api-contract/settings.ts';

/** What the settings form holds: the settings, and keys that were typed (empty: keep the stored ones). */
export interface SettingsDraft {
  settings: Settings;
  apiKey: string;
  testApiKey: string;
}

/** A form without changes. */
export function startDraft({ courier: _keys, ...stored }: SettingsView): SettingsDraft {
  return { settings: stored, apiKey: '', testApiKey: '' };
}

/** Body of `PUT /api/settings`: only what differs from what is stored; null where nothing does. */
export function settingsChanges(stored: SettingsView, draft: SettingsDraft): Record<string, unknown> | null {
  const { courier: _keys, ...before } = stored;
  const changes = difference(before, draft.settings) ?? {};
  const keys = {
    ...(draft.apiKey.trim() === '' ? {} : { apiKey: draft.apiKey.trim() }),
    ...(draft.testApiKey.trim() === '' ? {} : { testApiKey: draft.testApiKey.trim() }),
  };
  const body = Object.keys(keys).length === 0 ? changes : { ...changes, courier: keys };
  return Object.keys(body).length === 0 ? null : body;
}

/** The draft's changes of what was stored, over what is stored now. */
export function onStored(draft: SettingsDraft, before: SettingsView, now: SettingsView): SettingsDraft {
  return { ...draft, settings: merged(startDraft(before).settings, draft.settings, startDraft(now).settings) };
}

/** The draft once `sent` was saved: what was typed since then stays. */
export function onSaved(draft: SettingsDraft, sent: SettingsDraft, saved: SettingsView): SettingsDraft {
  return {
    settings: merged(sent.settings, draft.settings, startDraft(saved).settings),
    apiKey: draft.apiKey === sent.apiKey ? '' : draft.apiKey,
    testApiKey: draft.testApiKey === sent.testApiKey ? '' : draft.testApiKey,
  };
}

/** The draft as the form shows it: what stands in a field that another choice hides is as it is stored. */
export function shownDraft(stored: SettingsView, draft: SettingsDraft): SettingsDraft {
  const { automation, checkoutRate } = draft.settings;
  const settings = {
    ...draft.settings,
    automation: shownRules(stored.automation, automation),
    checkoutRate: checkoutRate.enabled ? checkoutRate : { ...stored.checkoutRate, enabled: false },
  };
  return { ...draft, settings };
}

/** The same of the rules alone. */
export function shownRules(stored: AutomationSettings, rules: AutomationSettings): AutomationSettings {
  const { editWindowMinutes } = stored;
  return rules.trigger === 'afterEditWindow' ? rules : { ...rules, editWindowMinutes };
}

/** What is wrong in the form, by dotted path, e.g. `parcel.weightKg`; a list's items count as the list. */
export type DraftErrors = Record<string, DraftError>;
/** Key of `settings.error` in the locale files with its values. */
interface DraftError {
  code: string;
  params: Record<string, string | number>;
}

/** Checks the form by the API's own schema. */
export function draftErrors(draft: SettingsDraft): DraftErrors {
  const result = settings.safeParse(draft.settings);
  const errors: DraftErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const parts = issue.path.filter((part) => typeof part === 'string');
    const list = parts.findIndex((part) => wholeLists.includes(part));
    const path = parts.slice(0, list === -1 ? undefined : list + 1).join('.');
    errors[path] ??= describe(issue);
  }
  return errors;
}

type Issue = NonNullable<ReturnType<typeof settings.safeParse>['error']>['issues'][number];

/** Lists whose error is said once for the whole. */
const wholeLists = ['hours', 'closedDays', 'bands'];
/** What the schema demands beyond the kind of a value, by the last name of its path. */
const demanded: Record<string, string> = { prefix: 'testPrefix', price: 'ratePrice' };
const tooBig: Record<string, string> = { string: 'tooLong', array: 'tooMany' };

function describe(issue: Issue): DraftError {
  const list = issue.path.find((part) => wholeLists.includes(String(part)));
  if (list !== undefined) return { code: String(list), params: {} };
  if (issue.code === 'too_small' && issue.origin !== 'string') {
    const code = issue.inclusive ? 'atLeast' : 'moreThan';
    return { code, params: { limit: Number(issue.minimum) } };
  }
  if (issue.code === 'too_big') {
    return { code: tooBig[issue.origin] ?? 'atMost', params: { limit: Number(issue.maximum) } };
  }
  if (issue.code === 'invalid_type') return { code: 'number', params: {} };
  const [field = ''] = issue.path.filter((part) => typeof part === 'string').slice(-1);
  if (issue.code === 'custom') return { code: demanded[field] ?? 'invalid', params: {} };
  if (field.toLowerCase().endsWith('metafield')) return { code: 'metafield', params: {} };
  return { code: ['prefix', 'postcodes', 'email', 'cutOff'].includes(field) ? field : 'invalid', params: {} };
}

type Group = Record<string, unknown>;

/** Objects by key at every depth, arrays and values whole, as `PUT` merges them. */
function difference(before: Group, after: Group): Group | null {
  const changes: Group = {};
  for (const [key, value] of Object.entries(after)) {
    if (isRecord(value)) {
      const inner = difference(groupOf(before[key]), value);
      if (inner) changes[key] = inner;
    } else if (!isSame(before[key], value)) {
      changes[key] = value;
    }
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

/**
 * A form's changes, from `before` to `after`, over what is stored `now`: objects by key, lists by item, so that who
 * changed one thing takes back nothing that another did. Where both changed the same, the form has the word.
 */
export function merged<T>(before: T, after: T, now: T): T {
  return mergedValue(before, after, now) as T;
}

function mergedValue(before: unknown, after: unknown, now: unknown): unknown {
  if (Array.isArray(after)) return mergedList(listOf(before), after, listOf(now));
  // The form writes null for what a location without settings of its own does not have.
  if (!isRecord(after)) return now !== undefined && isSame(before ?? null, after ?? null) ? now : after;
  const [was, is] = [groupOf(before), groupOf(now)];
  const names = Object.keys({ ...is, ...after });
  return Object.fromEntries(names.map((name) => [name, mergedValue(was[name], after[name], is[name])]));
}

function mergedList(before: unknown[], after: unknown[], now: unknown[]): unknown[] {
  const isIn = (list: unknown[], item: unknown) => list.some((other) => isSame(other, item));
  const under = (list: unknown[], item: unknown) => list.filter((other) => isSame(keyOf(other), keyOf(item)));
  const isChanged = (item: unknown) => !isSame(under(before, item), under(after, item));
  return [
    ...after.filter((item) => isChanged(item) || isIn(now, item)),
    ...now.filter((item) => !isChanged(item) && !isIn(after, item)),
  ];
}

/** What makes an item of a list the same one: hours are those of their weekday, a price is that of its postcodes. */
function keyOf(item: unknown): unknown {
  return isRecord(item) ? { ...item, open: 0, close: 0, price: 0 } : item;
}

/** Whether two drafts have the same value at a dotted path of the API; of a list, the whole of it. */
export function isSameAt(path: string, one: SettingsDraft, other: SettingsDraft): boolean {
  const valueIn = ({ settings: all, ...courier }: SettingsDraft) =>
    path.split('.').reduce((value: unknown, key) => (isRecord(value) ? value[key] : value), { ...all, courier });
  return isSame(valueIn(one), valueIn(other));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const groupOf = (value: unknown): Group => (isRecord(value) ? value : {});

function isRecord(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
