import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { courierConfig } from './config.ts';
import type { CourierServiceOptions } from './start.ts';

const PRINTABLE = /^[\x21-\x39\x3b-\x7e]+$/;

const variables = z.object({
  COURIER_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number')
    .default(0),
  COURIER_HOST: z
    .string()
    .regex(/^[A-Za-z0-9:][A-Za-z0-9.:-]{0,252}$/, 'must be an address to listen on')
    .default('127.0.0.1'),
  COURIER_API_KEYS: z
    .string({ error: 'is required: one or more API keys, comma separated' })
    .transform((keys) => keys.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => PRINTABLE.test(key)),
      'must be API keys without spaces and colons, comma separated',
    )
    .refine((keys) => new Set(keys).size === keys.length, 'must not name an API key twice'),
  COURIER_CONFIG: z.string().min(1).optional(),
  COURIER_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .refine(URL.canParse, 'must be a postgres:// URL')
    .optional(),
  COURIER_DATA_DIR: z.string().min(1).default('.courier-data'),
  COURIER_CONTROL: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
});

export type ReadEnvironment = { ok: true; options: CourierServiceOptions } | { ok: false; problems: string[] };

/** Reads every variable once; all problems come together. Values, which may be secrets, are never quoted. */
export function readEnvironment(environment: NodeJS.ProcessEnv): ReadEnvironment {
  // Kubernetes sets COURIER_PORT=tcp://… in every container where a Service is named `courier`.
  const isSet = ([name, value]: [string, string | undefined]) =>
    value !== '' && !(name === 'COURIER_PORT' && value?.startsWith('tcp://'));
  const set = Object.fromEntries(Object.entries(environment).filter(isSet));
  const result = variables.safeParse(set);
  const problems = result.success ? [] : describe(result.error, '');
  const config = readConfig(set['COURIER_CONFIG']);
  problems.push(...config.problems);
  if (!result.success || problems.length > 0) {
    return { ok: false, problems };
  }
  const env = result.data;
  const database = env.COURIER_DATABASE_URL ? { url: env.COURIER_DATABASE_URL } : { dataDir: env.COURIER_DATA_DIR };
  const control = env.COURIER_CONTROL === '1';
  const options = {
    ...{ port: env.COURIER_PORT, host: env.COURIER_HOST, apiKeys: env.COURIER_API_KEYS },
    ...{ database, control, config: config.value },
  };
  return { ok: true, options };
}

function readConfig(path: string | undefined): { value: z.input<typeof courierConfig>; problems: string[] } {
  if (path === undefined) {
    return { value: {}, problems: [] };
  }
  try {
    const value = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as z.input<typeof courierConfig>;
    const result = courierConfig.safeParse(value);
    return { value, problems: result.success ? [] : describe(result.error, 'COURIER_CONFIG: ') };
  } catch {
    return { value: {}, problems: ['COURIER_CONFIG must name a readable JSON file'] };
  }
}

function describe(error: z.ZodError, prefix: string): string[] {
  return error.issues.map(({ path, message }) => `${prefix}${path.join('.')} ${message}`);
}
