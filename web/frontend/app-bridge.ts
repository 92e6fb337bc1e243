import type { ShopifyGlobal } from '@shopify/app-bridge-types';

/** App Bridge as Shopify's script defines it; null where the page runs outside the Shopify admin. */
export function appBridge(): ShopifyGlobal | null {
  const candidate: ShopifyGlobal | undefined = globalThis.shopify;
  return typeof candidate?.idToken === 'function' ? candidate : null;
}

/** Tells of a success in the admin's own toast. */
export function showToast(message: string): void {
  appBridge()?.toast.show(message);
}
