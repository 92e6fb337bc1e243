import { z } from 'zod';
import type { CourierTestResult } from '#api-contract/panel.ts';
import type { Context } from '#runtime/context.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';

const body = z.strictObject({
  mode: z.enum(['live', 'test']).default('live'),
  apiKey: z.string().trim().min(1).max(500).optional(),
});

/** `POST /api/settings/courier/test`: checks the stored key, or one that is being typed, without placing anything. */
export async function testCourier({ courier }: Pick<Context, 'courier'>, call: ApiCall): Promise<CourierTestResult> {
  const { mode, apiKey: typed } = bodyOf(call, body);
  const apiKey = typed ?? call.shop.accounts[mode]?.apiKey;
  if (apiKey === undefined) return { ok: false, message: 'There is no API key to check yet.', kind: null };
  return courier.checkKey({ mode, apiKey });
}
