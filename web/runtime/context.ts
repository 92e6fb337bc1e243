import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestMetric } from '#courier-client/account-session.ts';
import { type CourierClient, createCourierClient } from '#courier-client/courier-client.ts';
import type { Clock, Events, Ports, Stopwatch } from '#deliveries/ports/ports.ts';
import { type AccessTokens, createAccessTokens } from '#shopify/access-token.ts';
import { createShopifyAdmin, type ShopifyAdminClient } from '#shopify/admin-api.ts';
import { createBuyerTokenVerifier } from '#shopify/buyer-token.ts';
import { createSessionTokenVerifier } from '#shopify/session-token.ts';
import { createShopifyLibrary, type ShopifyLibrary } from '#shopify/shopify-library.ts';
import { createTokenGrants } from '#shopify/token-grants.ts';
import { readFigures } from '#storage/figures.ts';
import { openStorage, type Storage } from '#storage/open-storage.ts';
import { tokenRowOf } from '#storage/shop-addresses.ts';
import { type ApiNotices, createApiNotices } from './api-notices.ts';
import type { Config } from './config.ts';
import { codeOf, correlateWith, createLogger, type Logger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** Everything a process works with, made once. */
export interface Context {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  storage: Storage;
  courier: CourierClient;
  library: ShopifyLibrary;
  shopify: ShopifyAdminClient;
  apiNotices: ApiNotices;
  accessTokens: AccessTokens;
  verifySessionToken: ReturnType<typeof createSessionTokenVerifier>;
  verifyBuyerToken: ReturnType<typeof createBuyerTokenVerifier>;
  clock: Clock;
  /** What the use cases may touch. */
  ports: Ports;
  close(): Promise<void>;
}

/** Opens everything in the order of dependence; what was opened is closed again where a later step fails. */
export async function createContext(config: Config): Promise<Context> {
  const logger = createLogger(config.logLevel);
  const storage = await openStorage({
    ...config.database,
    encryption: config.encryption,
    testApiKey: config.courier.testApiKey,
    referenceScope: config.courier.profile.referenceScope,
    onError: (error) => logger.error('the database failed', { code: codeOf(error) }),
    log: (line) => logger.warn(line),
  });
  return contextOver(config, storage, logger);
}

/** The same over storage that is open already. */
export function contextOver(config: Config, storage: Storage, logger: Logger): Context {
  const clock: Clock = { now: () => Date.now() };
  const metrics = createMetrics(() => readFigures(storage.db));
  const courier = createCourierClient({
    ...config.courier,
    clock,
    onRequest: (metric) => countRequest(metrics, metric),
  });
  const apiNotices = createApiNotices({ logger, metrics, clock });
  const library = createShopifyLibrary({ ...config.shopify, appUrl: config.appUrl, onNotice: apiNotices.note });
  const accessTokens = createAccessTokens({
    tokens: storage.tokens,
    rowOf: (shop) => tokenRowOf(storage.db, shop),
    grants: createTokenGrants(library, clock),
    clock,
    sleep: (ms) => sleep(ms),
  });
  const shopify = createShopifyAdmin({ library, tokens: accessTokens });
  return {
    config,
    logger,
    metrics,
    storage,
    courier,
    library,
    shopify,
    apiNotices,
    accessTokens,
    verifySessionToken: createSessionTokenVerifier({ ...config.shopify, clock }),
    verifyBuyerToken: createBuyerTokenVerifier({ ...config.shopify, clock }),
    clock,
    ports: {
      clock,
      startStopwatch,
      random: { next: () => Math.random(), id: () => randomUUID() },
      orders: storage.orders,
      shops: storage.shops,
      sweeps: storage.sweeps,
      courier,
      shopify,
      events: eventsOf(metrics, logger),
      timing: config.timing,
    },
    close: async () => {
      await storage.close();
      await courier.close();
    },
  };
}

/** The clock of the day may be set back; the steady one stands still with a virtual machine that is paused. */
export function startStopwatch(): Stopwatch {
  const [day, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - day, performance.now() - steady);
}

function eventsOf(metrics: Metrics, logger: Logger): Events {
  return {
    taken: (webhookId) => {
      if (webhookId !== null) correlateWith(webhookId);
    },
    attempt: (outcome) => {
      metrics.placementAttempts.inc({ outcome });
      logger.info('the service was called', { outcome });
    },
    placed: (paidToPlacedMs) => {
      if (paidToPlacedMs !== null) metrics.placementDuration.observe(paidToPlacedMs / 1000);
    },
    noteWritten: (result) => {
      metrics.noteWrite.inc({ result });
      logger.info('write-back of the note', { outcome: result });
    },
    looked: (outcome) => metrics.deliveryReadings.inc({ outcome }),
    sweepFound: (count) => metrics.sweepFound.inc(count),
    fenced: (orderId) => logger.warn('a late answer was fenced off', { orderId }),
  };
}

function countRequest(metrics: Metrics, metric: RequestMetric): void {
  metrics.httpClient.observe(
    {
      server: metric.server,
      method: metric.operation,
      status: String(metric.status ?? ''),
      error_type: metric.errorType ?? '',
    },
    metric.durationMs / 1000,
  );
}
