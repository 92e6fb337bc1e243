import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';
import type { FlowTrigger } from '#store-simulator/extensions/flow-trigger.ts';

const folder = new URL('../../extensions/', import.meta.url);
const toml = z.object({
  extensions: z.tuple([z.object({ type: z.literal('flow_trigger'), handle: z.string() })]),
  settings: z.object({ fields: z.array(z.object({ type: z.string(), key: z.string().optional() })) }),
});

/** The project's own Flow triggers, as their tomls declare them. */
export function flowTriggers(): FlowTrigger[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('shopify.extension.toml'));
  return files.flatMap((name) => {
    const { data } = toml.safeParse(parse(readFileSync(new URL(name, folder), 'utf8')));
    return data ? [{ handle: data.extensions[0].handle, fields: data.settings.fields }] : [];
  });
}
