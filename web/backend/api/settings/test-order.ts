import type { CourierTestResult } from '#api-contract/settings.ts';
import { placeTestOrder } from '#deliveries/actions/test-order.ts';
import type { Context } from '#runtime/context.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { type ApiCall, bodyOf, emptyBody } from '../api-call.ts';

/** `POST /api/settings/test-order`: one made-up delivery at the test service, on record under its reference. */
export async function placeTest(
  context: Pick<Context, 'ports' | 'storage'>,
  call: ApiCall,
): Promise<CourierTestResult> {
  bodyOf(call, emptyBody);
  const { ok, message, reference } = await placeTestOrder(context.ports, call.shop);
  if (reference !== null) {
    await writeAudit(context.storage.db, call.shop.domain, {
      actor: call.actor,
      action: ok ? 'test_order' : 'test_order_failed',
      orderReference: reference,
      detail: '',
    });
  }
  return { ok, message, kind: null };
}
