import type { AutomationSettings } from '#api-contract/settings.ts';

/** The rules that differ from the stored ones; lists whole. */
export function changedRules(stored: AutomationSettings, rules: AutomationSettings): Partial<AutomationSettings> {
  const before = new Map<string, unknown>(Object.entries(stored));
  const changed = Object.entries(rules).filter(([name, rule]) => {
    return JSON.stringify(before.get(name)) !== JSON.stringify(rule);
  });
  return Object.fromEntries(changed);
}
