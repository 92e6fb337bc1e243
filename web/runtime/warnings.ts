import { isLoopback } from '#courier-client/base-url.ts';
import type { Config } from './config.ts';

/** Something that is fine on a developer's machine and not where merchants rely on it. */
export interface Warning {
  code: string;
  message: string;
}

/** Shopify's own have 38 characters. */
const shortestSecret = 16;
/** After 15 minutes a comparison counts as missing, and one of many shops takes a while. */
const rarestComparisonMs = 600_000;

/** What the process starts with all the same. No value of the environment is in it. */
export function warningsOf(config: Config): Warning[] {
  const { production, appUrl, shopify, database } = config;
  const { protocol, hostname } = new URL(appUrl);
  const warnings: [isSo: boolean, code: string, message: string][] = [
    [
      production && !database.url,
      'database_embedded',
      'no DATABASE_URL: the embedded database serves one process and one small shop; a power cut may cost its last seconds',
    ],
    [
      database.url !== undefined && isRemote(database.url) && !requiresTls(database.url),
      'database_not_encrypted',
      'DATABASE_URL names another machine without TLS: add sslmode=verify-full',
    ],
    [
      [shopify.apiSecret, shopify.previousApiSecret].some(
        (secret) => secret !== null && secret.length < shortestSecret,
      ),
      'secret_short',
      "SHOPIFY_API_SECRET is shorter than any of Shopify's: who guesses it signs webhooks and tokens",
    ],
    [
      protocol === 'http:' && !isLoopback(hostname),
      'app_address_not_encrypted',
      'SHOPIFY_APP_URL is not https: Shopify and browsers need it',
    ],
    [
      production && config.sweepIntervalMs > rarestComparisonMs,
      'comparisons_rare',
      'SWEEP_INTERVAL_SECONDS is over 600: Home, e-mails and the alert SweepBehind will say that orders are not compared with Shopify',
    ],
    [
      production && (shopify.adminOrigin !== null || isLoopback(new URL(shopify.appBridgeUrl).hostname)),
      'development_switch',
      'SHOPIFY_ADMIN_ORIGIN or APP_BRIDGE_URL is set: this process speaks to a simulated store, not to Shopify',
    ],
  ];
  return warnings.filter(([isSo]) => isSo).map(([, code, message]) => ({ code, message }));
}

/** Whether a database is reached over a network: not on loopback, and by no socket in a folder. */
export function isRemote(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return host !== '' && !host.startsWith('/') && !isLoopback(host);
}

const requiresTls = (databaseUrl: string): boolean =>
  ['require', 'verify-ca', 'verify-full'].includes(new URL(databaseUrl).searchParams.get('sslmode') ?? '');
