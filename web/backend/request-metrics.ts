import type { Request, RequestHandler, Response } from 'express';
import type { Metrics } from '#runtime/metrics.ts';

const key = 'route';

/** Times every request by its route's pattern: an id in a label would be a label per order. */
export function requestMetrics(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const stop = metrics.httpServer.startTimer({ method: request.method });
    response.once('close', () => {
      stop({ route: String(response.locals[key] ?? 'other'), status: String(response.statusCode) });
    });
    next();
  };
}

/** Called by a route when it begins: a router forgets where it was mounted as soon as a handler fails. */
export function noteRoute(request: Request, response: Response): void {
  const pattern: unknown = request.route?.path;
  if (typeof pattern === 'string') response.locals[key] = `${request.baseUrl}${pattern}`;
}
