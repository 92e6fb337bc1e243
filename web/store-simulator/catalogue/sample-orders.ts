import type { ShopState } from '../state/shop-state.ts';

export function addSampleOrders(_shop: ShopState): void {}
