import type { ShopifyGlobal } from '@shopify/app-bridge-types';
import { appBridge } from '../../../app-bridge.ts';

type Scopes = Parameters<ShopifyGlobal['scopes']['request']>[0];

/** Has the merchant grant optional access scopes, in the admin's own window; asks nothing where they are granted already. */
export async function grantScopes(wanted: Scopes): Promise<void> {
  const scopes = appBridge()?.scopes;
  const granted = (await scopes?.query())?.granted ?? [];
  if (!wanted.every((scope) => granted.includes(scope))) await scopes?.request(wanted);
}
