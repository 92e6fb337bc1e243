import { parseArgs } from 'node:util';

export interface Flags {
  /** Names of benchmarks; empty: all. */
  only: string[];
  quick: boolean;
  json: boolean;
}

/** @throws Error naming the flag that is not known. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return { only: values.only.flatMap((names) => names.split(',')), quick: values.quick, json: values.json };
}
