import { type Html, html } from '../admin/html.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { type ExtensionBundle, textsFor } from './extension-bundle.ts';

/** A page's place for extensions, and for whom it is. */
export interface Slot {
  target: string;
  /** What the page shows, as the frame's address names it: `id` for resources of the admin, `order` for a buyer's. */
  query: [name: string, value: string][];
  language: string;
}

export function extensionsFor(world: StoreWorld, shop: ShopState, target: string): ExtensionBundle[] {
  return shop.installed ? world.extensions.filter(({ targets }) => targets.includes(target)) : [];
}

/** What the page's script knows of the store. */
export function extensionHost(world: StoreWorld, shop: ShopState): Html {
  const store = `/store/${shopHandle(shop)}`;
  return html`<div id="extension-host" data-token="${store}/session-token" data-app-path="${store}/apps/${world.appHandle}" hidden></div>`;
}

/** The same on a buyer's page. */
export function buyerHost(shop: ShopState, order: OrderRecord, signedIn: boolean): Html {
  const token = `/store/${shopHandle(shop)}/checkouts/${order.id}/session-token${signedIn ? '' : '?guest'}`;
  return html`<div id="extension-host" data-token="${token}" hidden></div>`;
}

/** A card with a frame for each extension of the target. */
export function blocks(world: StoreWorld, shop: ShopState, slot: Slot): Html[] {
  return extensionsFor(world, shop, slot.target).map(
    (bundle) => html`<section class="card extension">${frame(shop, bundle, slot)}</section>`,
  );
}

/** A button for each action of the target; the page's script opens its frame in a dialog. */
export function actions(world: StoreWorld, shop: ShopState, slot: Slot): Html[] {
  return extensionsFor(world, shop, slot.target).map(
    (bundle) =>
      html`<button type="button" data-action="${bundle.handle}" data-src="${frameAddress(shop, bundle, slot)}">${
        textsFor(bundle, slot.language)['name'] as string
      }</button>`,
  );
}

/** Where an action shows; one at a time. */
export const actionDialog = html`<dialog id="extension-dialog" class="extension-dialog"></dialog>`;

function frame(shop: ShopState, bundle: ExtensionBundle, slot: Slot): Html {
  return html`<iframe class="extension-frame" sandbox="allow-scripts" title="${bundle.handle}" data-handle="${bundle.handle}"
 src="${frameAddress(shop, bundle, slot)}"></iframe>`;
}

function frameAddress(shop: ShopState, { handle }: ExtensionBundle, { target, query, language }: Slot): string {
  const search = new URLSearchParams([['target', target], ['locale', language], ...query]);
  return `/store/${shopHandle(shop)}/extensions/${handle}?${search}`;
}
