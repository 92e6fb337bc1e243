import { setTimeout as pause } from 'node:timers/promises';
import { type RehearsalResult, rehearsalBody } from '#api-contract/rehearsal.ts';
import { rehearse } from '#deliveries/actions/rehearse.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccess } from '#storage/panel/audit-log.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';
import { patchSettings } from '../settings/patch-settings.ts';

/** `POST /api/rehearsal`: what the stored rules, with the given ones over them, would have done. Nothing is kept or sent. */
export async function runRehearsal(
  { storage, ports }: Pick<Context, 'storage' | 'ports'>,
  call: ApiCall,
): Promise<RehearsalResult> {
  const { shop, actor } = call;
  const { automation = {} } = bodyOf(call, rehearsalBody);
  const settings = patchSettings(shop.settings, { automation });
  await noteAccess(storage.db, shop.domain, { actor, what: 'rehearsal', orderId: null });
  return rehearse(ports, shop, settings.automation, (ms) => pause(ms));
}
