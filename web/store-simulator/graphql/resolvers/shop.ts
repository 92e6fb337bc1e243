import { gid } from '../../state/gid.ts';
import type { ShopState } from '../../state/shop-state.ts';
import { field, plain } from '../field.ts';

export const shopTypes = {
  Shop: {
    ...plain<ShopState>('name', 'ianaTimezone', 'email'),
    id: field((shop: ShopState) => gid('Shop', shop.id)),
    myshopifyDomain: field((shop: ShopState) => shop.myshopifyDomain),
    contactEmail: field((shop: ShopState) => shop.email),
    currencyCode: field((shop: ShopState) => shop.currency),
    url: field((shop: ShopState) => `https://${shop.domain}`),
    weightUnit: field(() => 'KILOGRAMS'),
    unitSystem: field(() => 'METRIC_SYSTEM'),
    orderNumberFormatPrefix: field(() => '#'),
    orderNumberFormatSuffix: field(() => ''),
    primaryDomain: field((shop: ShopState) => shop),
    plan: field((shop: ShopState) => ({
      publicDisplayName: shop.developmentStore ? 'Developer Preview' : 'Basic',
      partnerDevelopment: shop.developmentStore,
      shopifyPlus: false,
    })),
  },
  Domain: {
    id: field((shop: ShopState) => gid('Domain', shop.id)),
    host: field((shop: ShopState) => shop.domain),
    url: field((shop: ShopState) => `https://${shop.domain}`),
  },
  ShopPlan: plain<{ publicDisplayName: string; partnerDevelopment: boolean; shopifyPlus: boolean }>(
    'publicDisplayName',
    'partnerDevelopment',
    'shopifyPlus',
  ),
  AppInstallation: {
    id: field((shop: ShopState) => gid('AppInstallation', shop.appId)),
    accessScopes: field((shop: ShopState) => shop.scopes.map((handle) => ({ handle }))),
  },
  AccessScope: plain<{ handle: string }>('handle'),
};
