import type { Reason } from '#api-contract/order.ts';
import { AppError, shopifyErrorCodes } from '../errors.ts';
import { reason } from '../reasons.ts';

/** What Shopify may refuse for good of what follows a placed delivery. */
export type RefusalCode = 'note_refused' | 'details_refused' | 'tag_refused' | 'fulfilment_refused';

/**
 * Writes something into Shopify once. A refusal that would come again is a result, with Shopify's words; a failure that
 * may pass, or a lost connection to the whole shop, is thrown.
 */
export async function refusalOf(code: RefusalCode, write: () => Promise<unknown>): Promise<Reason | null> {
  try {
    await write();
    return null;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return { ...reason(code, {}), serviceMessage: error.merchantMessage };
  }
}

function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && !error.retryable && error.code !== shopifyErrorCodes.tokenRefused;
}
