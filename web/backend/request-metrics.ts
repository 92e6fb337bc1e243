import type { RequestHandler } from 'express';
import type { Metrics } from '#runtime/metrics.ts';

/** Times every request by its route's pattern: an id in a label would be a label per order. */
export function requestMetrics(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const stop = metrics.httpServer.startTimer({ method: request.method });
    response.once('close', () => {
      const pattern: unknown = request.route?.path;
      const route = typeof pattern === 'string' ? `${request.baseUrl}${pattern}` : 'other';
      stop({ route, status: String(response.statusCode) });
    });
    next();
  };
}
