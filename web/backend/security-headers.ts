import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { dataPolicy } from './panel/content-security-policy.ts';

/**
 * Headers of every answer. The policy is the strictest; the document sets its own. `X-Frame-Options` is left out,
 * because it cannot name the shop and would forbid the frame that `frame-ancestors` allows.
 */
export function securityHeaders(): RequestHandler[] {
  const headers = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  });
  return [
    headers as RequestHandler,
    (_request, response, next) => {
      response.set('Content-Security-Policy', dataPolicy);
      next();
    },
  ];
}
