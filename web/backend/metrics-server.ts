import { createServer, type Server } from 'node:http';
import type { Metrics } from '#runtime/metrics.ts';

/** `GET /metrics` on a port of its own, which no browser and no shop reaches. */
export function createMetricsServer({ registry }: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
