import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { HttpProblem } from '../http-problem.ts';
import { callerOf } from './caller.ts';

/** Requests per minute. Webhooks have no limit at all. */
export interface RequestLimits {
  perShop: number;
  /** Requests without a valid session token, by address. */
  refusedPerAddress: number;
  /** Calls of buyers' pages, by address: many phones may share one. */
  buyersPerAddress: number;
  /** Each reads many orders: of Shopify, or of the database. */
  rehearsalsPerShop: number;
  exportsPerShop: number;
  figuresPerShop: number;
  /** Shopify itself asks less: it keeps an answer for 15 minutes. */
  checkoutsPerShop: number;
}

/** Far above what panels do, far below what would hurt other shops. */
export const generousLimits: RequestLimits = {
  perShop: 12_000,
  refusedPerAddress: 600,
  buyersPerAddress: 1_200,
  rehearsalsPerShop: 60,
  exportsPerShop: 20,
  figuresPerShop: 60,
  checkoutsPerShop: 30_000,
};

const windowMs = 60_000;

/** Turns a request away by `why`, or by a 429 where that has met its address too often. */
export type Refuse = (request: Request, response: Response, next: NextFunction, why: unknown) => unknown;

/** By address; asked only about what was refused, so that no stranger shuts out who is signed in. */
export function addressLimit({ refusedPerAddress }: RequestLimits): Refuse {
  const limit = limiter({ limit: refusedPerAddress, keyGenerator: (request) => ipKeyGenerator(request.ip ?? '') });
  return (request, response, next, why) => limit(request, response, (tooMany?: unknown) => next(tooMany ?? why));
}

/** By address, since buyers are many and their tokens new with every page. */
export function buyerLimit({ buyersPerAddress }: RequestLimits): RequestHandler {
  return limiter({ limit: buyersPerAddress, keyGenerator: (request) => ipKeyGenerator(request.ip ?? '') });
}

/** `perMinute` calls of each shop to what stands behind it. */
export function shopLimit(perMinute: number): RequestHandler {
  return limiter({ limit: perMinute, keyGenerator: (_request, response) => callerOf(response).shop.domain });
}

/** By the shop of the path; asked only where its secret is right, so that no stranger uses it up. */
export function checkoutLimit({ checkoutsPerShop }: RequestLimits): RequestHandler {
  return limiter({ limit: checkoutsPerShop, keyGenerator: (request) => String(request.params['shop']) });
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
