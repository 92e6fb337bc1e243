import { z } from 'zod';
import { type CourierTestResult, courierMode, pastedKey } from '#api-contract/settings.ts';
import { reportKeyCheck } from '#deliveries/run/circuit-breaker.ts';
import type { Context } from '#runtime/context.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';

const body = z.strictObject({
  mode: courierMode.default('live'),
  apiKey: pastedKey.optional(),
});

/** `POST /api/settings/courier/test`: checks the stored key, or one that is being typed, without placing anything. What is found of the stored key is kept. */
export async function testCourier(
  { courier, storage, ports }: Pick<Context, 'courier' | 'storage' | 'ports'>,
  call: ApiCall,
): Promise<CourierTestResult> {
  const { mode, apiKey: typed } = bodyOf(call, body);
  const stored = call.shop.accounts[mode];
  const apiKey = typed ?? stored?.apiKey;
  if (apiKey === undefined) return { ok: false, message: 'There is no API key to check yet.', kind: null };
  const check = await courier.checkKey({ mode, apiKey });
  if (stored && apiKey === stored.apiKey) {
    const { account } = stored;
    await storage.shops.saveKeyCheck(call.shop.domain, mode, { account, kind: check.kind });
    await reportKeyCheck(ports, call.shop.domain, mode, check);
  }
  return check;
}
