import { shopHandle } from '../oauth/launch-query.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { type Html, html } from './html.ts';

export type Section = 'orders' | 'webhooks' | 'app';

const items: { section: Section; label: string; path: (world: StoreWorld) => string }[] = [
  { section: 'orders', label: 'Orders', path: () => 'orders' },
  { section: 'app', label: 'Same-day delivery', path: (world) => `apps/${world.appHandle}` },
  { section: 'webhooks', label: 'Webhook log', path: () => 'webhooks' },
];

/** The admin's frame around a page: top bar, navigation, content. */
export function page(
  world: StoreWorld,
  shop: ShopState,
  content: { title: string; section: Section; body: Html; scripts?: string[] },
): string {
  const base = `/store/${shopHandle(shop)}`;
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title} · ${shop.name}</title>
<link rel="stylesheet" href="/assets/admin.css">
<link rel="icon" href="data:,">
${(content.scripts ?? []).map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body>
<header class="top"><span class="mark" aria-hidden="true"></span><strong>${shop.name}</strong>
<span class="quiet">simulated store</span>${switcher(world, shop)}</header>
<div class="frame">
<nav class="side" aria-label="Admin">
${items.map(
  (item) =>
    html`<a href="${base}/${item.path(world)}" ${
      item.section === content.section && html`aria-current="page"`
    }>${item.label}</a>${item.section === 'app' && html`<div id="app-nav" class="app-nav"></div>`}`,
)}
</nav>
<main aria-label="Shopify admin" class="${content.section === 'app' ? 'wide' : 'page'}">${content.body}</main>
</div>
</body>
</html>`;
  return markup.text;
}

/** The other shops, and what is outside the store. */
function switcher({ shops, outsideLink }: StoreWorld, shop: ShopState): Html {
  return html`<span class="shops">${[...shops.values()]
    .filter((other) => other !== shop)
    .map((other) => html`<a href="/store/${shopHandle(other)}/orders">${other.name}</a>`)}${
    outsideLink && html`<a href="${outsideLink.url}">${outsideLink.label}</a>`
  }</span>`;
}
