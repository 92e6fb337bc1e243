import { z } from 'zod';
import { courierKeysPatch, type Settings, type SettingsView } from '#api-contract/settings.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { Context } from '#runtime/context.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { invalid } from '../../http-problem.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';
import { changeWithRate } from './change-with-rate.ts';
import { changedPaths } from './changed-paths.ts';

const modes = [
  { mode: 'live', field: 'apiKey' },
  { mode: 'test', field: 'testApiKey' },
] as const;

/** `courier: null` clears both keys, as null clears everywhere. */
const body = z.looseObject({
  courier: courierKeysPatch
    .nullable()
    .optional()
    .transform((keys) => (keys === null ? { apiKey: null, testApiKey: null } : (keys ?? {}))),
});

/**
 * `PUT /api/settings`: any subset; keys go to their encrypted columns, and what waited for the change is woken up.
 *
 * @throws HttpProblem 400 for what cannot be used, 409 where Shopify refuses the rate; nothing is saved then.
 */
export async function saveSettings(context: Context, call: ApiCall): Promise<SettingsView> {
  const { courier: keys, ...patch } = bodyOf(call, body);
  const { storage, config } = context;
  const { domain: shop } = call.shop;
  refuseOneKeyForBoth(keys, call.shop);
  const { before, after } = await changeWithRate(context, call.shop, patch);
  const changes = changedPaths(before, after);
  for (const { mode, field } of modes) {
    const key = keys[field];
    if (key === undefined) continue;
    await storage.shops.saveKey(shop, mode, key, config.timing.probeMs);
    changes.push(`courier.${field} ${key === null ? 'removed' : 'set'}`);
  }
  if (changes.length > 0) {
    await writeAudit(storage.db, shop, { actor: call.actor, action: 'change_settings', detail: changes.join(', ') });
  }
  return showSettings((await storage.shops.shop(shop)) ?? call.shop);
}

/** Where live and test are one host, only the key tells a test order from one that sends a driver. */
function refuseOneKeyForBoth(keys: z.infer<typeof courierKeysPatch>, { accounts }: ShopRecord): void {
  const { apiKey = accounts.live?.apiKey, testApiKey = accounts.test?.apiKey } = keys;
  if (!apiKey || apiKey !== testApiKey) return;
  const errors = modes
    .filter(({ field }) => keys[field])
    .map(({ field }) => ({
      field: `courier.${field}`,
      message: 'must differ from the other key: real and test orders each need a key of their own',
    }));
  if (errors.length > 0) throw invalid(errors);
}

/** `GET /api/settings`: keys are write-only. */
export function showSettings({
  settings,
  accounts,
}: Pick<ShopRecord, 'accounts'> & { settings: Settings }): SettingsView {
  const secret = (mode: 'live' | 'test') => ({
    set: accounts[mode] !== null && !accounts[mode].isLent,
    last4: accounts[mode]?.last4 || null,
    ...(accounts[mode]?.isLent && { isLent: true as const }),
  });
  return { ...settings, courier: { apiKey: secret('live'), testApiKey: secret('test') } };
}
