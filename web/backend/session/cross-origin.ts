import type { RequestHandler } from 'express';

/** Browsers ask again after this long; two hours is the most that Chromium keeps. */
const preflightSeconds = 7_200;

/**
 * Lets extensions call from where Shopify runs them: workers whose origin is Shopify's to choose, or none (`null`). Any
 * origin may ask, because an origin proves nothing here: the session token does, and a browser adds none by itself.
 */
export const crossOrigin: RequestHandler = (request, response, next) => {
  if (request.get('origin') === undefined) {
    next();
    return;
  }
  response.set('Access-Control-Allow-Origin', '*');
  response.set('Access-Control-Expose-Headers', 'Retry-After, X-Shopify-Retry-Invalid-Session-Request');
  if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
    next();
    return;
  }
  response.set('Access-Control-Allow-Methods', 'GET, POST');
  response.set('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  response.set('Access-Control-Max-Age', String(preflightSeconds));
  response.status(204).end();
};
