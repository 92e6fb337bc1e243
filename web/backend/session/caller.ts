import type { Request, Response } from 'express';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { SessionIdentity } from '#shopify/session-token.ts';

/** Who makes a request of the API: the shop of the verified session token, and nobody else. */
export interface Caller {
  shop: ShopRecord;
  /** For audit and access log, e.g. `staff 81290011`. */
  actor: string;
  /** Shopify's number of the member of staff; null where the token names none. */
  userId: string | null;
}

/** The token that a request carries; undefined where it carries none. */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(request.get('authorization') ?? '')?.[1];

const key = 'caller';

/** How audit and access log call whom a session token names. */
export function actorOf({ userId }: Pick<SessionIdentity, 'userId'>): string {
  return userId === null ? 'staff' : `staff ${userId}`;
}

export function setCaller(response: Response, caller: Caller): void {
  response.locals[key] = caller;
}

/** The shop that a verified token named; null where none has been verified yet. */
export function verifiedShop(response: Response): ShopDomain | null {
  return (response.locals[key] as Caller | undefined)?.shop.domain ?? null;
}

/** @throws Error where no guard stood before the route: a defect of this code. */
export function callerOf(response: Response): Caller {
  const caller = response.locals[key] as Caller | undefined;
  if (!caller) throw new Error('a route without its session guard');
  return caller;
}
