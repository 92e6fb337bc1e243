import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { HttpProblem } from '../http-problem.ts';
import { callerOf } from './caller.ts';

/** Requests per minute. Webhooks have no limit at all. */
export interface RequestLimits {
  perShop: number;
  /** Requests without a valid session token, by address. */
  refusedPerAddress: number;
}

/** Far above what panels do, far below what would hurt other shops. */
export const generousLimits: RequestLimits = { perShop: 12_000, refusedPerAddress: 600 };

const windowMs = 60_000;

/** By address, and only what was refused: a shop's staff may share an address, and so may a platform's proxy. */
export function addressLimit({ refusedPerAddress }: RequestLimits): RequestHandler {
  return limiter({
    limit: refusedPerAddress,
    keyGenerator: (request) => ipKeyGenerator(request.ip ?? ''),
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, response) => response.statusCode !== 401,
  });
}

export function shopLimit({ perShop }: RequestLimits): RequestHandler {
  return limiter({ limit: perShop, keyGenerator: (_request, response) => callerOf(response).shop.shop });
}

function limiter(options: Parameters<typeof rateLimit>[0]): RequestHandler {
  return rateLimit({
    windowMs,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      throw new HttpProblem(
        'too_many_requests',
        {
          title: 'Too many requests',
          status: 429,
          detail: 'The app was asked too often in the last minute.',
          nextStep: 'Wait a minute, then try again.',
        },
        { 'Retry-After': String(windowMs / 1000) },
      );
    },
    ...options,
  });
}
