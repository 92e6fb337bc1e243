import { isIP } from 'node:net';
import { z } from 'zod';
import { baseUrlProblem, isLoopback } from '#courier-client/base-url.ts';
import { readSmtpUrl } from './smtp-server.ts';

const port = z.coerce.number().int().min(0).max(65_535);
/** A timer that is set for more than 24 days fires at once. */
const milliseconds = z.coerce.number().int().positive().max(600_000);

const loopback = z.string().refine((value) => isLoopback(URL.parse(value)?.hostname ?? ''), {
  message: 'must be a loopback address: it is for development and tests only',
});
const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { message: 'must be a postgres:// address', abort: true })
  .refine((value) => URL.parse(value)?.hash === '', {
    message: 'is no address that can be read: in a user name or password, write special characters as %XX (# is %23)',
  });
const serviceAddress = z.string().superRefine((value, context) => {
  const problem = baseUrlProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const smtpServer = z.string().transform((value, context) => {
  const read = readSmtpUrl(value);
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

/** Links are made of the app's address and what comes after it. */
const appAddress = z.url({ protocol: /^https?$/, abort: true }).refine(
  (value) => {
    const url = URL.parse(value);
    return !/[?#]/.test(value) && url?.username === '' && url.password === '';
  },
  { message: 'must have no query (?…), no fragment (#…), no user name and no password' },
);

/** The Shopify CLI names the app's address here, many hosts the network address to listen on. */
const host = z.string().transform((value, context): { appUrl: string | null; listenOn: string | null } => {
  if (/^https?:\/\/[^/]/.test(value) && URL.canParse(value)) {
    for (const { message } of appAddress.safeParse(value).error?.issues ?? []) context.addIssue(message);
    return { appUrl: value, listenOn: null };
  }
  const name = value.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) !== 0 || /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/.test(name)) return { appUrl: null, listenOn: name };
  context.addIssue({
    code: 'custom',
    message: 'must be the address of the app (https://…) or an address to listen on',
  });
  return z.NEVER;
});

/** Addresses and networks (`10.0.0.0/8`), with commas between. */
const networks = z.string().transform((value, context) => {
  const entries = value.split(',').map((entry) => entry.trim());
  const isNetwork = (entry: string): boolean => {
    const [address = '', bits = '0', ...more] = entry.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    // The library behind `trust proxy` knows no network of all addresses.
    const least = entry.includes('/') ? 1 : 0;
    return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= least && Number(bits) <= most;
  };
  if (!entries.every(isNetwork)) {
    context.addIssue({
      code: 'custom',
      message: 'must be addresses or networks, such as 10.0.0.0/8, with commas between',
    });
  }
  return entries;
});

/** `id:base64(32 bytes)[,older…]`; the first encrypts, all decrypt. */
const encryptionKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((entry) => {
    const [id = '', secret = ''] = entry.trim().split(':');
    const isBase64 = /^[A-Za-z0-9+/_-]+=?$/.test(secret);
    return { id, secret: Buffer.from(isBase64 ? secret : '', 'base64') };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'each key must have an id of its own' });
  }
  for (const { id, secret } of keys) {
    if (!/^[A-Za-z0-9_-]{1,40}$/.test(id) || secret.length !== 32) {
      context.addIssue({ code: 'custom', message: 'each entry must be id:base64 of 32 bytes' });
    } else if (secret.every((byte) => byte === secret[0])) {
      context.addIssue({ code: 'custom', message: 'a key must be random' });
    }
  }
  return keys;
});

/** As Shopify shows it. */
const copied = z.string().regex(/^[^\s"']*$/, 'must have neither spaces nor quotation marks: copy it from Shopify');
/** Shopify's have 32 characters and more. */
const clientSecret = copied.min(8, 'is too short for a client secret: copy the whole of it from Shopify');

const schema = z.object({
  SHOPIFY_API_KEY: copied,
  SHOPIFY_API_SECRET: clientSecret,
  SHOPIFY_API_SECRET_PREVIOUS: clientSecret.optional(),
  SHOPIFY_APP_URL: appAddress.optional(),
  HOST: host.optional(),
  PORT: port.optional(),
  BACKEND_PORT: port.optional(),
  TRUSTED_PROXIES: networks.optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATA_DIR: z.string().optional(),
  ENCRYPTION_KEYS: encryptionKeys,
  COURIER_BASE_URL: serviceAddress.optional(),
  COURIER_TEST_BASE_URL: serviceAddress.optional(),
  COURIER_TEST_API_KEY: z.string().max(500).optional(),
  COURIER_PROFILE: z.string().optional(),
  SHOPIFY_ADMIN_ORIGIN: loopback.optional(),
  /** Where App Bridge is loaded from in the local world; Shopify's CDN otherwise. */
  APP_BRIDGE_URL: loopback.optional(),
  ROLE: z.enum(['web', 'worker', 'all']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[A-Za-z0-9:][A-Za-z0-9.:-]{0,252}$/, 'must be an address to listen on')
    .optional(),
  SWEEP_INTERVAL_SECONDS: z.coerce.number().positive().max(86_400).optional(),
  COURIER_TIMEOUT_MS: milliseconds.optional(),
  RETRY_BASE_MS: milliseconds.optional(),
  NODE_ENV: z.string().optional(),
  /** Where texts that say "support" lead. */
  SUPPORT_URL: z
    .string()
    .regex(/^(https:\/\/[^\s/]\S*|mailto:[^\s@]+@\S+)$/, 'must be an https: or mailto: address')
    .optional(),
  SMTP_URL: smtpServer.optional(),
  MAIL_FROM: z.email().optional(),
});

/** All that the process is told from outside. */
export type Env = z.infer<typeof schema>;

const placeSchema = schema.pick({ DATABASE_URL: true, DATA_DIR: true });
const storageSchema = schema.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  ENCRYPTION_KEYS: true,
  COURIER_TEST_API_KEY: true,
});

/** Variables of the environment, as Node hands them on. */
export type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = { ok: true; env: T } | { ok: false; problems: string[] };

/** What of the environment leads to the stored data, for the operator's commands. Problems as `readEnv` names them. */
export const readStorageEnv = (source: Environment): Read<z.infer<typeof storageSchema>> =>
  readSome(storageSchema, source);

/** What of it names the database: all that who adds to its tables needs. Problems as `readEnv` names them. */
export const readPlaceEnv = (source: Environment): Read<z.infer<typeof placeSchema>> => readSome(placeSchema, source);

function readSome<T extends z.ZodType>(some: T, environment: Environment): Read<z.infer<T>> {
  const source = trimmed(environment);
  const parsed = some.safeParse(source);
  return parsed.success ? { ok: true, env: parsed.data } : { ok: false, problems: problemsOf(parsed.error, source) };
}

const portNames = ['PORT', 'BACKEND_PORT', 'METRICS_PORT'];

/** White space around a value comes with copying it; a variable with nothing in it is as good as none. */
function trimmed(environment: Environment): Environment {
  const values = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]),
  );
  // Kubernetes sets BACKEND_PORT=tcp://… in every container where a Service is named `backend`.
  for (const name of portNames) if (values[name]?.startsWith('tcp://')) values[name] = undefined;
  return values['PORT'] === undefined ? values : { ...values, BACKEND_PORT: undefined };
}

function problemsOf(error: z.ZodError, source: Environment): string[] {
  return error.issues.map((issue) => {
    const name = issue.path.join('.');
    return source[name] === undefined ? `${name} is missing` : `${name}: ${issue.message}`;
  });
}

/** Reads the environment once. All problems come together, each with its variable's name and without its value. */
export function readEnv(environment: Environment): Read<Env> {
  const source = trimmed(environment);
  const parsed = schema.safeParse(source);
  const problems = parsed.success ? [] : problemsOf(parsed.error, source);
  if (!source['SHOPIFY_APP_URL'] && !/^https?:/.test(source['HOST'] ?? '')) {
    problems.push('SHOPIFY_APP_URL is missing: the address of the app, such as https://delivery.example.com');
  }
  if (source['COURIER_TEST_API_KEY'] && !source['COURIER_TEST_BASE_URL']) {
    problems.push('COURIER_TEST_BASE_URL is missing: COURIER_TEST_API_KEY is a key of that host');
  }
  if (!source['COURIER_BASE_URL']) problems.push('COURIER_BASE_URL is missing');
  return parsed.success && problems.length === 0 ? { ok: true, env: parsed.data } : { ok: false, problems };
}
