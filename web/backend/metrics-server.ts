import { createServer } from 'node:http';
import type { Context } from '#runtime/context.ts';
import { listening, shut } from './listening.ts';

/** Whoever scrapes is one machine or a few. */
const mostConnections = 32;
const wholeRequestMs = 5_000;

/**
 * `GET /metrics` on a port of its own, which no browser and no shop reaches, in a process of any role; null where no port
 * is configured.
 */
export async function startMetricsServer({
  config,
  metrics: { registry },
}: Pick<Context, 'config' | 'metrics'>): Promise<{ port: number; close(): Promise<void> } | null> {
  if (config.metricsPort === null) return null;
  const limits = { requestTimeout: wholeRequestMs, headersTimeout: wholeRequestMs };
  const server = createServer(limits, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = mostConnections;
  const port = await listening(server, config.metricsPort, config.metricsHost);
  return { port, close: () => shut(server, 0) };
}
