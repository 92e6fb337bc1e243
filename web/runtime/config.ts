import { type CourierProfile, loadProfile } from '#courier-client/profile.ts';
import type { Timing } from '#deliveries/ports/ports.ts';
import type { EncryptionKeys } from '#storage/encryption.ts';
import type { Env } from './env.ts';
import type { SmtpServer } from './smtp-server.ts';

/** The environment in the app's own words, with every default filled in. */
export interface Config {
  role: 'web' | 'worker' | 'all';
  port: number;
  /** null: no metrics endpoint. */
  metricsPort: number | null;
  /** The network address of the metrics endpoint. */
  metricsHost: string;
  /** Where browsers and Shopify reach the app. */
  appUrl: string;
  /** The network address to accept connections on; null: all, or loopback where the app's own address is there. */
  listenOn: string | null;
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  production: boolean;
  logLevel: string;
  /** Whom merchants ask about the app, `https:` or `mailto:`; null: nobody is named. */
  supportUrl: string | null;
  shopify: {
    apiKey: string;
    apiSecret: string;
    previousApiSecret: string | null;
    adminOrigin: string | null;
    appBridgeUrl: string;
  };
  courier: {
    baseUrl: string | null;
    testBaseUrl: string | null;
    /** Lent to development stores that have none of their own. */
    testApiKey: string | null;
    profile: CourierProfile;
    timeoutMs: number;
  };
  database: { url: string | undefined; dataDir: string; maxConnections: number };
  encryption: EncryptionKeys;
  workerConcurrency: number;
  sweepIntervalMs: number;
  timing: Timing;
  /** A screen that takes longer to read and draw on the server is left to the browser. */
  drawWithinMs: number;
  /** null: no e-mail is sent. */
  mail: { smtp: SmtpServer; from: string } | null;
}

const cdnAppBridge = 'https://cdn.shopify.com/shopifycloud/app-bridge.js';
/** Platforms' proxies stand in private networks. */
const privateNetworks = ['loopback', 'linklocal', 'uniquelocal'];
/** A lease outlives one attempt by enough to write its answer down. */
const leaseMarginMs = 4_000;

/** @throws Error listing what is wrong with the profile file. */
export function configOf(env: Env): Config {
  const loaded = loadProfile(env.COURIER_PROFILE);
  if (!loaded.ok) throw new Error(`COURIER_PROFILE: ${loaded.problems.join('; ')}`);
  const { appUrl, listenOn } = addressesOf(env);
  const timeoutMs = env.COURIER_TIMEOUT_MS ?? 15_000;
  const retryBaseMs = env.RETRY_BASE_MS ?? 2_000;
  const workerConcurrency = env.WORKER_CONCURRENCY ?? 12;
  return {
    role: env.ROLE ?? 'all',
    port: env.PORT ?? env.BACKEND_PORT ?? 3000,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST ?? '127.0.0.1',
    appUrl,
    listenOn,
    trustedProxies: env.TRUSTED_PROXIES ?? privateNetworks,
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL ?? 'info',
    supportUrl: env.SUPPORT_URL ?? null,
    shopify: {
      apiKey: env.SHOPIFY_API_KEY,
      apiSecret: env.SHOPIFY_API_SECRET,
      previousApiSecret: env.SHOPIFY_API_SECRET_PREVIOUS ?? null,
      adminOrigin: env.SHOPIFY_ADMIN_ORIGIN ?? null,
      appBridgeUrl: env.APP_BRIDGE_URL ?? cdnAppBridge,
    },
    courier: courierOf(env, loaded.profile, timeoutMs),
    database: {
      url: env.DATABASE_URL,
      dataDir: env.DATA_DIR ?? '.data',
      maxConnections: Math.max(6, workerConcurrency + 4),
    },
    encryption: { keys: env.ENCRYPTION_KEYS },
    workerConcurrency,
    sweepIntervalMs: (env.SWEEP_INTERVAL_SECONDS ?? 300) * 1000,
    timing: {
      retryBaseMs,
      probeMs: retryBaseMs * 10,
      lookMs: retryBaseMs * (loaded.profile.notifications === null ? 90 : 270),
      leaseMs: timeoutMs + leaseMarginMs,
    },
    drawWithinMs: 1_500,
    mail: env.SMTP_URL ? { smtp: env.SMTP_URL, from: env.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}` } : null,
  };
}

function courierOf(env: Env, profile: CourierProfile, timeoutMs: number): Config['courier'] {
  return {
    baseUrl: env.COURIER_BASE_URL ?? null,
    testBaseUrl: env.COURIER_TEST_BASE_URL ?? null,
    testApiKey: env.COURIER_TEST_API_KEY ?? null,
    profile,
    timeoutMs,
  };
}

function addressesOf({ SHOPIFY_APP_URL, HOST }: Env): Pick<Config, 'appUrl' | 'listenOn'> {
  const appUrl = SHOPIFY_APP_URL ?? HOST?.appUrl ?? '';
  return { appUrl: appUrl.replace(/(?<!\/)\/+$/, ''), listenOn: HOST?.listenOn ?? null };
}
