import { parseArgs } from 'node:util';

export interface Flags {
  /** Names of benchmarks; empty: all. */
  only: string[];
  quick: boolean;
  json: boolean;
}

/** How `npm run <script>` is typed. */
export const typed = (script: string, names: readonly string[], more = ''): string =>
  `npm run ${script} -- [--only <name>[,<name>]] [--quick] [--json]${more}\nnames: ${names.join(', ')}`;

/** @throws Error naming the flag, or the one of `--only`, that is not known. */
export function readFlags(args: readonly string[], names: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const only = values.only.flatMap((some) => some.split(','));
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}`);
  return { only, quick: values.quick, json: values.json };
}
