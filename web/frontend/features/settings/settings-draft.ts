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
  return { ...draft, settings: changesOver(startDraft(before).settings, draft.settings, now) };
}

/** The draft once `sent` was saved: what was typed since then stays. */
export function onSaved(draft: SettingsDraft, sent: SettingsDraft, saved: SettingsView): SettingsDraft {
  return {
    settings: changesOver(sent.settings, draft.settings, saved),
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
export interface DraftError {
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

/** Objects by key at every depth, arrays and values whole, as `PUT` merges them. */
function difference(before: object, after: object): Record<string, unknown> | null {
  const stored = new Map<string, unknown>(Object.entries(before));
  const changes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    const was = stored.get(key);
    if (isRecord(value)) {
      const inner = difference(isRecord(was) ? was : {}, value);
      if (inner) changes[key] = inner;
    } else if (JSON.stringify(was) !== JSON.stringify(value)) {
      changes[key] = value;
    }
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

function changesOver(before: Settings, after: Settings, stored: SettingsView): Settings {
  return laidOver(startDraft(stored).settings, difference(before, after) ?? {}) as Settings;
}

/** As `PUT` merges them. */
function laidOver(stored: object, changes: object): object {
  const merged = new Map<string, unknown>(Object.entries(stored));
  for (const [key, value] of Object.entries(changes)) {
    const was = merged.get(key);
    merged.set(key, isRecord(was) && isRecord(value) ? laidOver(was, value) : value);
  }
  return Object.fromEntries(merged);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
