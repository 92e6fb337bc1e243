import { locationSettings } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { asksForPhone } from './check-phones.ts';
import { anyShop, minute, type Scale, someLocation, stormMs } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { saveSettings } from './shop-settings.ts';
import type { SimWorld } from './sim-world.ts';

/** Presses die with their processes: so often somebody tries once more. */
const mostPresses = 20;

/** A location never had a phone number in Shopify, or loses it; half of the time one is entered there, or in the settings: people press again where that was not told. */
export function drawPhones(world: SimWorld, places: SeededRandom, { spreadMs }: Scale): void {
  const [shop, id] = [anyShop(world, places), someLocation(places)];
  const { scheduler, shopify } = world;
  const at = (withinMs: number, deed: () => void) => scheduler.after(places.below(withinMs), deed);
  const lose = (since: 'ever' | 'now') => {
    world.log(`${shop} ${id} has no phone number`);
    shopify.places.losePhone(shop, id, since);
  };
  if (places.chance(0.6)) lose('ever');
  else at(2 * spreadMs, () => lose('now'));
  if (places.chance(0.5)) return;
  const where = places.chance(0.5) ? 'shopify' : 'settings';
  const isLost = where === 'shopify' && places.chance(0.3);
  at(10 * spreadMs, () => {
    world.log(`${shop} ${id} has a phone number: ${where}`);
    shopify.places.givePhone(shop, id, where, scheduler.now());
    if (where === 'settings') setPhone(world, shop, id);
    else if (!isLost) scheduler.after(5_000 + places.below(10_000), () => tellOfLocation(world, shop));
  });
  if (!isLost) return;
  scheduler.after(stormMs + minute, () => pressWhoAsks(world, shop, mostPresses));
}

/** What saving it does: waiting orders are woken up, but for a pause. */
function setPhone(world: SimWorld, shop: ShopDomain, id: string): void {
  saveSettings(world, shop, (settings) => {
    const own = settings.locations[id] ?? locationSettings.parse({});
    return { ...settings, locations: { ...settings.locations, [id]: { ...own, contactPhone: '021 555 0101' } } };
  });
}

/** What the webhook of a location does, some seconds after it came. */
function tellOfLocation(world: SimWorld, shop: ShopDomain): void {
  if (!world.shops.record(shop).settings.paused) world.shops.wakeLacking(shop, 0);
}

function pressWhoAsks(world: SimWorld, shop: ShopDomain, times: number): void {
  const asking = world.orders.of(shop).filter(asksForPhone);
  for (const { orderId } of asking) world.people.press(shop, orderId, { mode: 'again' });
  if (asking.length > 0 && times > 1) world.scheduler.after(minute, () => pressWhoAsks(world, shop, times - 1));
}
