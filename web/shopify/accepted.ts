import type { UserErrors } from './admin-answers.ts';
import { accessDenied, badAnswer, userError } from './failure.ts';
import { digitsOfGid } from './gid.ts';

/** A payload that Shopify emptied for lack of access is not a success. */
export function accepted<T extends { userErrors: UserErrors }>(redacted: string[], payload: T | null): UserErrors {
  if (payload === null) throw redacted.length > 0 ? accessDenied() : badAnswer();
  return payload.userErrors;
}

/** @throws AppError with Shopify's words. */
export function refuseUserErrors(errors: UserErrors): void {
  if (errors.length > 0) throw userError(errors.map(({ message }) => message));
}

/** @throws AppError where it is no id of this type. */
export function digits(gid: string, type: string): string {
  const found = digitsOfGid(gid, type);
  if (found === null) throw badAnswer();
  return found;
}
