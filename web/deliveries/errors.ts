/**
 * A failure (never an expected outcome) that carries its consequence: the worker reads `retryable`, the panel
 * `merchantMessage` and `nextStep`, the log `code`.
 */
export class AppError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  /** Least time to wait before a retry, in milliseconds; null where the failing side named none. */
  readonly retryAfterMs: number | null;
  readonly merchantMessage: string;
  readonly nextStep: string | null;

  constructor(options: {
    code: string;
    retryable: boolean;
    merchantMessage: string;
    nextStep?: string | null;
    retryAfterMs?: number | null;
    cause?: unknown;
  }) {
    super(options.code, { cause: options.cause });
    this.name = 'AppError';
    this.code = options.code;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.merchantMessage = options.merchantMessage;
    this.nextStep = options.nextStep ?? null;
  }
}

/** Codes of failures of Shopify that callers tell apart. */
export const shopifyErrorCodes = {
  throttled: 'shopify_throttled',
  unavailable: 'shopify_unavailable',
  /** Shopify lets no app into the store (paused, frozen, gone). */
  shopClosed: 'shopify_shop_closed',
  /** Shopify denies a whole operation: a scope or the approval for customer data is missing. */
  accessDenied: 'shopify_access_denied',
  /** The shop's token is gone or refused: the app must be reconnected (or was uninstalled). */
  tokenRefused: 'shopify_token_refused',
  badAnswer: 'shopify_bad_answer',
  userError: 'shopify_user_error',
} as const;

/** Whether Shopify will go on refusing to show this shop's orders until a person does something about it. */
export function readsRefused(error: unknown): boolean {
  const codes: string[] = [shopifyErrorCodes.shopClosed, shopifyErrorCodes.accessDenied];
  return error instanceof AppError && codes.includes(error.code);
}
