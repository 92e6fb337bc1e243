import { z } from 'zod';
import { type CourierMode, courierKeysPatch, type Settings, type SettingsView } from '#api-contract/settings.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { Context } from '#runtime/context.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { areOneKey } from '#storage/shop-keys.ts';
import { type HttpProblem, invalid } from '../../http-problem.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';
import { changeWithRate } from './change-with-rate.ts';
import { changedPaths } from './changed-paths.ts';

const fields = ['apiKey', 'testApiKey'] as const;

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
 * @throws HttpProblem 400 for what cannot be used, 409 where Shopify refuses the rate; nothing is saved then, of one that
 *   brings the key which another saves in the other field at the same time, all but the keys.
 */
export async function saveSettings(context: Context, call: ApiCall): Promise<SettingsView> {
  const { courier: keys, ...patch } = bodyOf(call, body);
  const { storage, config } = context;
  const { domain: shop } = call.shop;
  const newKeys = { live: keys.apiKey, test: keys.testApiKey };
  if (areOneKey(newKeys, (mode) => call.shop.accounts[mode])) throw oneKeyForBoth(keys);
  const { before, after } = await changeWithRate(context, call.shop, patch);
  const changes = changedPaths(before, after);
  const areSaved = await storage.shops.saveKeys(shop, newKeys, config.timing.probeMs);
  for (const field of areSaved ? fields : []) {
    const key = keys[field];
    if (key !== undefined) changes.push(`courier.${field} ${key === null ? 'removed' : 'set'}`);
  }
  if (changes.length > 0) {
    await writeAudit(storage.db, shop, { actor: call.actor, action: 'change_settings', detail: changes.join(', ') });
  }
  if (!areSaved) throw oneKeyForBoth(keys);
  return showSettings((await storage.shops.shop(shop)) ?? call.shop);
}

function oneKeyForBoth(keys: z.infer<typeof courierKeysPatch>): HttpProblem {
  const message = 'must differ from the other key: real and test orders each need a key of their own';
  return invalid(fields.filter((field) => keys[field]).map((field) => ({ field: `courier.${field}`, message })));
}

/** `GET /api/settings`: keys are write-only. */
export function showSettings({
  settings,
  accounts,
}: Pick<ShopRecord, 'accounts'> & { settings: Settings }): SettingsView {
  const secret = (mode: CourierMode) => ({
    set: accounts[mode] !== null && !accounts[mode].isLent,
    last4: accounts[mode]?.last4 || null,
    ...(accounts[mode]?.isLent && { isLent: true as const }),
  });
  return { ...settings, courier: { apiKey: secret('live'), testApiKey: secret('test') } };
}
