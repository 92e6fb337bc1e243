import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { HttpResponseError, HttpThrottlingError } from './shopify-library.ts';

/** Codes of failures beside `shopifyErrorCodes`: only a developer or the operator can mend them. */
export const shopifyConfigurationCodes = {
  /** Shopify does not accept the app's own client id and secret. */
  appRefused: 'shopify_app_refused',
} as const;

/** HTTP 429 or THROTTLED: comes again by itself after at least `retryAfterMs`. */
export const throttled = (retryAfterMs: number): AppError =>
  new AppError({
    code: shopifyErrorCodes.throttled,
    retryable: true,
    retryAfterMs,
    merchantMessage: 'Shopify asks us to slow down.',
    nextStep: "Nothing to do: we'll keep trying.",
  });

interface Wait {
  retryAfterMs?: number | null;
}
const unreachable = {
  code: shopifyErrorCodes.unavailable,
  retryable: true,
  merchantMessage: 'Shopify cannot be reached at the moment.',
  nextStep: 'Nothing to do: it is tried again.',
};

export const unavailable = ({ retryAfterMs = null }: Wait = {}): AppError =>
  new AppError({ ...unreachable, retryAfterMs });

/** Shopify's edge knows no such shop (403, 404, a redirect): now and then it says so of one that is well, too. */
export class MaybeClosed extends AppError {}

export const maybeClosed = ({ retryAfterMs = null }: Wait = {}): MaybeClosed =>
  new MaybeClosed({ ...unreachable, retryAfterMs });

/** A shop whose first token Shopify leaves the app waiting for. */
export const notConnected = (retryAfterMs: number): AppError =>
  new AppError({
    code: shopifyErrorCodes.unavailable,
    retryable: true,
    retryAfterMs,
    merchantMessage: 'Shopify does not answer, so the app cannot connect to this store yet. Nothing was changed.',
    nextStep: 'Try again in a moment.',
  });

/** Shopify refuses the shop itself (402 frozen, 423 locked; for long 403 fraudulent, 404 gone): worth asking again much later. */
export const shopClosed = (): AppError =>
  new AppError({
    code: shopifyErrorCodes.shopClosed,
    retryable: true,
    retryAfterMs: 10 * 60_000,
    merchantMessage: 'Shopify does not let apps into this store at the moment (it may be paused, frozen or moved).',
    nextStep: 'Check the plan and the status of the store in Shopify.',
  });

export const tokenRefused = (): AppError =>
  new AppError({
    code: shopifyErrorCodes.tokenRefused,
    retryable: false,
    merchantMessage: 'Shopify no longer accepts our access to this store.',
    nextStep: 'Open the app once in the Shopify admin to connect it again.',
  });

export const badAnswer = (): AppError =>
  new AppError({
    code: shopifyErrorCodes.badAnswer,
    retryable: true,
    merchantMessage: 'Shopify answered in a way we do not understand.',
    nextStep: 'Try again in a moment. If it stays, contact the support of the app.',
  });

/** `messages` are Shopify's words on the values we sent. */
export const userError = (messages: readonly string[]): AppError =>
  new AppError({
    code: shopifyErrorCodes.userError,
    retryable: false,
    merchantMessage: `Shopify says: ${messages.join(' ').slice(0, 500)}`,
  });

export const detailsOutdated = (): AppError =>
  new AppError({
    code: 'shopify_details_outdated',
    retryable: true,
    merchantMessage: 'The order was written to twice at once.',
    nextStep: 'Nothing to do: it is tried again.',
  });

export const accessDenied = (): AppError =>
  new AppError({
    code: shopifyErrorCodes.accessDenied,
    retryable: false,
    merchantMessage: 'Shopify does not give the app the access that this needs.',
    nextStep: 'Open the app in the Shopify admin and approve the access it asks for.',
  });

export const appRefused = (): AppError =>
  new AppError({
    code: shopifyConfigurationCodes.appRefused,
    retryable: true,
    retryAfterMs: 60_000,
    merchantMessage: 'Shopify does not accept the credentials of the app itself.',
    nextStep: 'The operator of the app must check its client id and secret.',
  });

/** Status of the library's HTTP error, or null where no HTTP answer arrived. */
export const statusOf = (error: unknown): number | null =>
  error instanceof HttpResponseError ? error.response.code : null;

/**
 * Whatever the library throws, as a failure with its consequence. The library's own errors are never kept as the cause:
 * their messages repeat answers of Shopify, which may hold customers' data, and tokens.
 */
export function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpThrottlingError) return throttled(Math.ceil((error.response.retryAfter || 2) * 1000));
  const status = statusOf(error);
  if (status === null) return unavailable();
  if (status === 401) return tokenRefused();
  // A redirect is not followed: the store has another address, and the token would go along.
  if ([301, 302, 307, 308, 403, 404].includes(status)) return maybeClosed();
  if (status === 402 || status === 423) return shopClosed();
  if (status >= 500 || status === 408 || status === 430) return unavailable();
  return badAnswer();
}
