import { type Html, html } from '../admin/html.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { type ExtensionBundle, textsFor } from './extension-bundle.ts';

/** A page's place for extensions, and for whom it is. */
export interface Slot {
  target: string;
  /** Gids of the resources that the page shows. */
  ids: string[];
  language: string;
}

export function extensionsFor(world: StoreWorld, shop: ShopState, target: string): ExtensionBundle[] {
  return shop.installed ? world.extensions.filter(({ targets }) => targets.includes(target)) : [];
}

/** What the page's script knows of the store. */
export function extensionHost(world: StoreWorld, shop: ShopState): Html {
  const store = `/store/${shopHandle(shop)}`;
  return html`<div id="extension-host" data-store="${store}" data-app-path="${store}/apps/${world.appHandle}" hidden></div>`;
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

function frameAddress(shop: ShopState, { handle }: ExtensionBundle, { target, ids, language }: Slot): string {
  const query = new URLSearchParams([['target', target], ['locale', language], ...ids.map((id) => ['id', id])]);
  return `/store/${shopHandle(shop)}/extensions/${handle}?${query}`;
}
