import type { Settings } from '#api-contract/settings.ts';
import type { ShopRecord, ShopStore } from '#deliveries/ports/stores.ts';
import type { ServiceHealth } from '#deliveries/service-health.ts';
import { at, type Plant, shows } from './port-fault.ts';

/** A store that shows a shop with other settings than it has. */
export const showsSettings = (show: (settings: Settings) => Settings): Plant =>
  at('shops', (shops) => {
    const shown = (shop: ShopRecord | null) => shop && { ...shop, settings: show(shop.settings) };
    return {
      shop: async (domain) => shown(await shops.shop(domain)),
      settledShop: async (domain) => shown(await shops.settledShop(domain)),
    };
  });

/** A store that writes down something else of the service's health than was decided; null: nothing. */
const writesHealth = (write: (health: ServiceHealth, before: ServiceHealth) => ServiceHealth | null): Plant =>
  at('shops', (shops) => ({
    changeHealth: ((shop, mode, decide) =>
      shops.changeHealth(shop, mode, (before, now) => {
        const decided = decide(before, now);
        return { ...decided, health: decided.health && write(decided.health, before) };
      })) as ShopStore['changeHealth'],
  }));

/** A store that shows orders with another health of the service. */
const showsHealth = (show: (health: ServiceHealth) => ServiceHealth): Plant =>
  shows((order) => ({ ...order, health: { live: show(order.health.live), test: show(order.health.test) } }));

/** Faults of the store of shops, of what it knows of the service, and of what was compared with Shopify. */
export const faultsOfTheShopStore = {
  'no shop shown as paused': showsSettings((settings) => ({ ...settings, paused: false })),
  'no location shown as closed': showsSettings((settings) => ({ ...settings, locations: {} })),
  'goods shown as wanted fulfilled at once where their collection is to be awaited': showsSettings(
    ({ writeBack, ...settings }) => ({
      ...settings,
      writeBack: { ...writeBack, fulfil: writeBack.fulfil === 'pickedUp' ? 'placed' : writeBack.fulfil },
    }),
  ),
  'tags shown as wanted by every shop': showsSettings(({ writeBack, ...settings }) => ({
    ...settings,
    writeBack: { ...writeBack, tags: true },
  })),
  'the hold of a refused key not shown': showsHealth((health) => ({ ...health, hold: null })),
  'the end of a hold not written down': writesHealth((health, before) =>
    before.hold && health.hold === null ? null : health,
  ),
  'held orders not woken when the service is well again': at('shops', (shops) => ({
    changeHealth: ((shop, mode, decide) =>
      shops.changeHealth(shop, mode, (before, now) => {
        const { wakesWithinMs: _, ...decided } = decide(before, now);
        return decided;
      })) as ShopStore['changeHealth'],
  })),
  'a recovery not waited for by who puts an order down as held': at('shops', (shops) => ({
    settledHealth: (shop, mode) => shops.health(shop, mode),
  })),
  'a breaker that is never written down as open': writesHealth((health, before) =>
    before.breaker === 'closed' && health.breaker === 'open' ? { ...health, breaker: 'closed', probeAt: null } : health,
  ),
  'every breaker shown as closed': showsHealth((health) => ({ ...health, breaker: 'closed' })),
} satisfies Record<string, Plant>;
