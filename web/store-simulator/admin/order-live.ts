import { gid } from '../state/gid.ts';
import { financialStatus, fulfillmentStatus } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { shownTime, words } from './format.ts';
import { type Html, html } from './html.ts';
import { noteWithLinks } from './outside-link.ts';

/** What apps write into an order; fetched again every second, so that a note appears while one watches. */
export function orderLive({ outsideLink }: StoreWorld, shop: ShopState, order: OrderRecord): Html {
  const metafields = [...(shop.metafields.get(gid('Order', order.id))?.values() ?? [])];
  const state = `${order.updatedAt} ${financialStatus(order)} ${fulfillmentStatus(order)}`;
  return html`<section class="card" data-state="${state}"><h2>Notes</h2>
${order.note ? html`<p class="note">${noteWithLinks(order.note, outsideLink)}</p>` : html`<p class="quiet">No notes from customer</p>`}
<h3>Tags</h3><p>${
    order.tags.length > 0
      ? order.tags.map((tag) => html`<span class="badge plain">${tag}</span> `)
      : html`<span class="quiet">None</span>`
  }</p></section>
<section class="card"><h2>Metafields</h2>${
    metafields.length > 0
      ? html`<dl class="fields">${metafields.map(
          (
            one,
          ) => html`<div><dt>${one.namespace.replace(/^app--\d+/, '$app').replace('$app--', '$app:')}.${one.key}</dt>
<dd><code>${one.value}</code></dd></div>`,
        )}</dl>`
      : html`<p class="quiet">None</p>`
  }</section>
${order.fulfillments.map(
  (fulfillment) => html`<section class="card"><h2>Fulfilled ${fulfillment.name}</h2>
${fulfillment.tracking.map((one) => html`<p>${one.company} ${one.url ? html`<a href="${one.url}">${one.number}</a>` : one.number}</p>`)}
<ul class="lines">${fulfillment.events.map((event) => html`<li>${shownTime(event.happenedAt, shop)} ${words(event.status)}${event.message && ` — ${event.message}`}</li>`)}</ul>
</section>`,
)}`;
}
