import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context } from '#runtime/context.ts';
import { type AppOptions, createApp } from './app.ts';
import { listening, shut } from './listening.ts';
import { newcomersFirst } from './newcomers-first.ts';
import { createRefusalLog } from './refusals.ts';
import { createWebhookIntake, webhookPath } from './webhooks/webhook-intake.ts';

/** The HTTP side of a process. */
export interface Backend {
  /** Resolves when requests are accepted. Rejects where a port is taken. */
  listen(): Promise<{ url: string; port: number }>;
  /** Takes no new connections, lets running requests end within `graceMs`, then cuts the rest. */
  close(graceMs?: number): Promise<void>;
}

/** A request must have arrived whole by then: slow bodies hold no connection. Shopify itself gives up after 5 s. */
const wholeRequestMs = 6_000;
const checkEveryMs = 500;
/** Longer than the idle time of common load balancers, so that they never write to a connection that is closing. */
const keepAliveMs = 65_000;
/** Above any burst of webhooks; each costs memory also while it says nothing. */
const mostConnections = 4_096;
/** Then a client connects anew, so that none stays for ever with a process that others have left. */
const mostRequestsPerConnection = 10_000;
/** Nothing was sent and nothing taken for so long: whoever reads no further is cut off. */
const stalledMs = 60_000;
const defaultGraceMs = 8_000;

export function createBackend(context: Context, options: AppOptions = {}): Backend {
  const { idleMs = stalledMs } = options;
  const noteRefusal = createRefusalLog(context);
  const app = createApp(context, noteRefusal, options);
  // What Express makes of a request, for the one thing that depends on trusted proxies.
  const addressOf = (request: IncomingMessage): string | undefined => Object.setPrototypeOf(request, app.request).ip;
  const intake = createWebhookIntake(context, (request) =>
    noteRefusal({ code: 'unsigned_webhook', status: 401, address: addressOf(request), shop: null }),
  );
  let draining = false;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (draining) response.shouldKeepAlive = false;
    if (isWebhook(request.url)) intake(request, response);
    else app(request, response);
  };
  const server = createServer({
    requestTimeout: wholeRequestMs,
    headersTimeout: wholeRequestMs,
    connectionsCheckingInterval: checkEveryMs,
    keepAliveTimeout: keepAliveMs,
  });
  server.on('request', newcomersFirst(server, answer));
  server.maxConnections = mostConnections;
  server.maxRequestsPerSocket = mostRequestsPerConnection;
  server.timeout = idleMs;
  const { config } = context;
  return {
    async listen() {
      const host = config.listenOn ?? hostOf(config.appUrl);
      const port = await listening(server, config.port, host);
      return { url: `http://${reachable(host)}:${port}`, port };
    },
    async close(graceMs = defaultGraceMs) {
      draining = true;
      await shut(server, graceMs);
    },
  };
}

function isWebhook(url: string | undefined): boolean {
  return url === webhookPath || (url?.startsWith(`${webhookPath}?`) ?? false);
}

/** An app that is reached on loopback only listens there only. */
function hostOf(appUrl: string): string | undefined {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(appUrl).hostname) ? '127.0.0.1' : undefined;
}

/** How a program on this machine writes the address; a wildcard takes loopback too. */
function reachable(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
