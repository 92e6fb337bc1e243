import type { Request } from 'express';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';

/** The shop of `/store/:handle/…`. */
export function shopOf(world: StoreWorld, request: Request): ShopState {
  return world.shop(`${String(request.params['handle'])}.myshopify.com`);
}
