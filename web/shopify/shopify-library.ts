import { createRequire } from 'node:module';
import type { ShopDomain } from '#placement/ids.ts';
import type { ApiNotice } from './api-notice.ts';
import { type FetchSettings, loopbackOrigin, shopifyFetch, withFetchSettings } from './shopify-fetch.ts';

/*
 * The only door to Shopify's packages. `shopify-app-express` has no `exports`, so Node loads its CommonJS build and with it
 * the CommonJS copy of `shopify-api`; an ESM import elsewhere would be a second copy, whose error classes and fetch are
 * not the ones in use. Everything is therefore required here, once, and handed out from here.
 */
const require = createRequire(import.meta.url);
const express = require('@shopify/shopify-app-express') as typeof import('@shopify/shopify-app-express');
const api = require('@shopify/shopify-api') as typeof import('@shopify/shopify-api');
const runtime = require('@shopify/shopify-api/runtime') as typeof import('@shopify/shopify-api/runtime');
runtime.setAbstractFetchFunc(shopifyFetch as Parameters<typeof runtime.setAbstractFetchFunc>[0]);

export const {
  GraphqlQueryError,
  HttpResponseError,
  HttpThrottlingError,
  InvalidJwtError,
  RequestedTokenType,
  Session,
} = api;

/** The Admin API version of every call; `shopify.app.toml` names the same for webhooks. */
export const apiVersion = api.ApiVersion.October26;

export interface ShopifyConfig {
  /** Client id. */
  apiKey: string;
  apiSecret: string;
  /** The secret being rotated out; null outside a rotation. */
  previousApiSecret: string | null;
  /** Where the app is reached from outside, e.g. `https://app.example.com`. */
  appUrl: string;
  /** Loopback only; null for Shopify itself. */
  adminOrigin: string | null;
  /** Time-out of one call to Shopify; 10 s by default. */
  timeoutMs?: number;
  /** Told what Shopify says of its API. */
  onNotice?: (notice: ApiNotice) => void;
}

type ShopifyApp = ReturnType<typeof express.shopifyApp>;

export interface ShopifyLibrary {
  /** The configured app: token exchange, expiring offline tokens, the middlewares. */
  app: ShopifyApp;
  /** The same API with the current secret, then with the previous one during a rotation. */
  apis: ShopifyApp['api'][];
  /** Runs calls of the library with this app's origin, and its time-out or a shorter one. */
  call<T>(work: () => Promise<T>, atMostMs?: number): Promise<T>;
}

/** The library, configured once per process (twice in tests, without disturbing each other). */
export function createShopifyLibrary(config: ShopifyConfig): ShopifyLibrary {
  const app = configuredApp(config, config.apiSecret);
  const settings: FetchSettings = {
    timeoutMs: config.timeoutMs ?? 10_000,
    adminOrigin: config.adminOrigin === null ? null : loopbackOrigin(config.adminOrigin),
    onNotice: config.onNotice,
  };
  const previous = config.previousApiSecret === null ? [] : [configuredApp(config, config.previousApiSecret).api];
  const call: ShopifyLibrary['call'] = (work, atMostMs = settings.timeoutMs) =>
    withFetchSettings({ ...settings, timeoutMs: Math.min(settings.timeoutMs, atMostMs) }, work);
  return { app, apis: [app.api, ...previous], call };
}

function configuredApp(config: ShopifyConfig, apiSecretKey: string): ShopifyApp {
  const url = new URL(config.appUrl);
  return express.shopifyApp({
    api: {
      apiKey: config.apiKey,
      apiSecretKey,
      apiVersion,
      hostName: url.host,
      hostScheme: url.protocol === 'http:' ? 'http' : 'https',
      isEmbeddedApp: true,
      // Lines of plain text in our log: whatever fails is thrown, too.
      logger: { log: () => undefined },
    },
    auth: { path: '/api/auth', callbackPath: '/api/auth/callback' },
    webhooks: { path: '/api/webhooks' },
    future: { tokenExchange: true, expiringOfflineAccessTokens: true },
  });
}

/** A session of the library for one call; sessions are never stored by it. */
export function offlineSession(shop: ShopDomain, accessToken: string): InstanceType<typeof Session> {
  return new Session({ id: `offline_${shop}`, shop, state: '', isOnline: false, accessToken });
}
