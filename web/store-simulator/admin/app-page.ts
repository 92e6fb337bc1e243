import { launchQuery, shopHandle } from '../oauth/launch-query.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { html } from './html.ts';
import { page } from './layout.ts';

/** The app's own page in its frame. `path` is the part behind the app's handle, e.g. `/settings`. */
export function appPage(world: StoreWorld, shop: ShopState, path: string, search: URLSearchParams): string {
  const base = `/store/${shopHandle(shop)}`;
  if (!shop.installed || world.appUrl === null) {
    const reason = shop.installed ? 'The app is not running yet.' : 'The app is not installed in this store.';
    const body = html`<div class="inset"><section class="card"><h1>Same-day delivery</h1><p>${reason}</p>${
      !shop.installed &&
      html`<form method="post" action="${base}/install"><button class="primary">Install</button></form>`
    }</section></div>`;
    return page(world, shop, { title: 'Same-day delivery', section: 'app', body });
  }
  const target = new URL(path, world.appUrl);
  // This launch is signed and no other request of the frame: it moves on, reloads and comes back by itself.
  target.search = launchQuery(world, shop, search).toString();
  const body = html`<div id="host" class="host" data-app-origin="${target.origin}" data-store="${base}"
 data-app-path="${base}/apps/${world.appHandle}">
<div id="titlebar" class="titlebar"><span id="app-title">Same-day delivery</span><span id="app-actions"></span></div>
<div id="savebar" class="savebar" role="status" hidden><span>Unsaved changes</span>
<span><button type="button" id="discard">Discard</button> <button type="button" id="save" class="primary">Save</button></span></div>
<div id="loading" class="loading" hidden></div>
<iframe id="app-frame" title="Same-day delivery" name="app-iframe" data-src="${target.href}" allow="clipboard-write"></iframe>
<div id="toasts" class="toasts" role="status" aria-live="polite"></div>
<dialog id="dialog"></dialog>
</div>`;
  return page(world, shop, {
    title: 'Same-day delivery',
    section: 'app',
    body,
    scripts: ['/assets/admin-host.js'],
  });
}
