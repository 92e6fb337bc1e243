import type { RequestHandler } from 'express';
import { Refusal } from '../refusal.ts';

/** Answers 405 with `Allow` for every method that a route does not know. */
export function onlyMethods(allow: string): RequestHandler {
  return () => {
    throw new Refusal(405, 'method_not_allowed', `Only ${allow} here.`, { headers: { Allow: allow } });
  };
}
