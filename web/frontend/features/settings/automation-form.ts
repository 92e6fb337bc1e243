import { type FunctionComponent, memo } from 'react';
import type { LocationsView } from '#api-contract/locations.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';

type Rule = keyof AutomationSettings;

/** What the fields of the rules get, in the settings and in the rehearsal. */
export interface AutomationPart<Shown extends Rule = Rule> {
  rules: Pick<AutomationSettings, Shown>;
  change: (changes: Partial<AutomationSettings>) => void;
  /** By the name of the rule, e.g. `cutOff`. */
  errorOf: (name: string) => string | undefined;
  /** What was found in the shop; undefined while it is on its way. */
  found: LocationsView | undefined;
  /** ISO 4217 of the shop. */
  currency: string | undefined;
}

/** Fields that are drawn again only when what they show changes: a press in one group leaves the others alone. */
export function fieldsOf<const Shown extends Rule>(
  shown: readonly Shown[],
  Fields: FunctionComponent<AutomationPart<Shown>>,
) {
  return memo(
    Fields,
    ({ rules: before, ...others }, { rules, ...now }) =>
      shown.every((rule) => before[rule] === rules[rule]) &&
      others.change === now.change &&
      others.errorOf === now.errorOf &&
      others.found === now.found &&
      others.currency === now.currency,
  );
}

/** A postcode or range as it is typed: `8001`, `7700-7999`. What is neither stays text, and the schema says so. */
export function readPostcode(text: string): AutomationSettings['postcodes'][number] {
  const range = /^(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(text.trim());
  return range?.[1] && range[2] ? { from: range[1], to: range[2] } : text.trim();
}

export function writePostcode(postcode: AutomationSettings['postcodes'][number]): string {
  return typeof postcode === 'string' ? postcode : `${postcode.from}-${postcode.to}`;
}
