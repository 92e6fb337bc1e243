import type { AutomationSettings, Settings } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { SimWorld } from './sim-world.ts';

/** Saves settings as the panel does: waiting orders are woken up, but for a pause. */
export function saveSettings({ shops }: SimWorld, shop: ShopDomain, change: (settings: Settings) => Settings): void {
  shops.save(shop, ({ settings }) => ({ settings: change(settings) }));
}

export const withRules = (settings: Settings, rules: Partial<AutomationSettings>): Settings => ({
  ...settings,
  automation: { ...settings.automation, ...rules },
});

/** Changes the rules by which the shop sends, and wakes nobody up. */
export function setRules({ shops }: SimWorld, shop: ShopDomain, rules: Partial<AutomationSettings>): void {
  shops.change(shop, { settings: withRules(shops.record(shop).settings, rules) });
}

/** Live orders wait while it is on, and are looked at again when it ends. */
export function setTestMode(world: SimWorld, shop: ShopDomain, testMode: boolean): void {
  if (testMode) setRules(world, shop, { testMode });
  else saveSettings(world, shop, (settings) => withRules(settings, { testMode }));
}

export function setPaused(world: SimWorld, shop: ShopDomain, paused: boolean): void {
  saveSettings(world, shop, (settings) => ({ ...settings, paused }));
}

export const sendsByHand = ({ shops }: SimWorld, shop: ShopDomain): boolean =>
  shops.record(shop).settings.automation.mode === 'manual';
