import type { Settings } from '#api-contract/settings.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { Context } from '#runtime/context.ts';
import { changeSettings } from '#storage/panel/change-settings.ts';
import { switchOff, switchOn } from '../checkout-rates/switch-checkout-rate.ts';
import { patchSettings } from './patch-settings.ts';

type Patch = Record<string, unknown>;

/**
 * Lays a subset over the stored settings. One that wants the rate at checkout saves the rate first and alone, and tells
 * Shopify where it was off: where Shopify refuses, nothing of the subset stays.
 *
 * @throws HttpProblem 400 for what cannot be used, 409 where Shopify refuses the rate.
 */
export async function changeWithRate(
  context: Context,
  { domain: shop, settings }: Pick<ShopRecord, 'domain' | 'settings'>,
  patch: Patch,
): Promise<{ before: Settings; after: Settings }> {
  const { probeMs } = context.config.timing;
  const lay = (part: Patch) =>
    changeSettings(context.storage.db, shop, (current) => patchSettings(current, part), probeMs);
  const { checkoutRate, ...others } = patch;
  if (checkoutRate !== undefined && patchSettings(settings, patch).checkoutRate.enabled) {
    const { before } = await lay({ checkoutRate });
    if (!before.checkoutRate.enabled) await switchOnOrBack(context, shop, before);
    return { before, after: (await lay(others)).after };
  }
  const { before, after } = await lay(patch);
  const isEnding = before.checkoutRate.enabled && !after.checkoutRate.enabled;
  // Another tab's service may have gone with this one: whoever switched it on again was told that it is offered.
  if (isEnding && !(await switchOff(context, shop))) await switchOnOrBack(context, shop, after);
  return { before, after };
}

async function switchOnOrBack(context: Context, shop: ShopRecord['domain'], { checkoutRate }: Settings): Promise<void> {
  try {
    await switchOn(context, shop);
  } catch (error) {
    const { probeMs } = context.config.timing;
    await changeSettings(context.storage.db, shop, (current) => ({ ...current, checkoutRate }), probeMs);
    throw error;
  }
}
