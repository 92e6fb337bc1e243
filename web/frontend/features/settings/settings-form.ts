import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#api-contract/settings.ts';
import { useOtherZone } from '../../shared/times.ts';
import type { DraftErrors } from './settings-draft.ts';

/** What every part of the settings form gets. */
export interface FormPart {
  value: Settings;
  /** Lays changes over one group of settings. */
  change: <K extends keyof Settings>(group: K, changes: Partial<Settings[K]> | Settings[K]) => void;
  /** The error of a field by its dotted path, as a sentence. */
  errorOf: (path: string) => string | undefined;
}

/** Adds to a text about local times whose they are, where the shop's own are others. */
export function useInZone(): (text: string) => string {
  const { t } = useTranslation();
  const zone = useOtherZone();
  return (text) => (zone === null ? text : `${text} ${t('settings.zone', { zone })}`);
}

/** The value of the render before where this one says the same. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}

/** Lays changes over one group: objects by key, other values whole. */
export function applyChange<K extends keyof Settings>(
  value: Settings,
  group: K,
  changes: Partial<Settings[K]> | Settings[K],
): Settings {
  const before: unknown = value[group];
  const isGroup = typeof before === 'object' && before !== null && typeof changes === 'object' && changes !== null;
  return { ...value, [group]: isGroup ? { ...before, ...changes } : changes };
}

/** Errors as sentences; the server's own words win over the panel's. */
export function errorReader(
  errors: DraftErrors,
  fromServer: { field: string; message: string }[],
  t: TFunction,
): (path: string) => string | undefined {
  return (path) => {
    const served = fromServer.find(({ field }) => field === path || field.startsWith(`${path}.`));
    if (served) return served.message;
    const error = errors[path];
    return error ? t(`settings.error.${error.code}`, error.params) : undefined;
  };
}
