import { actionDialog, actions, extensionHost, extensionsFor } from '../extensions/slots.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import { gid } from '../state/gid.ts';
import {
  financialStatus,
  fulfillmentStatus,
  fullName,
  liveShippingLines,
  orderFigures,
} from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { badge, shownMoney, shownTime } from './format.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';

const shownOrders = 200;
const selectionTarget = 'admin.order-index.selection-action.render';

/** Orders, newest first, with the button that sets everything in motion. */
export function orderListPage(
  world: StoreWorld,
  shop: ShopState,
  { search, language }: { search: string; language: string },
): string {
  const base = `/store/${shopHandle(shop)}/orders`;
  const selected = actions(world, shop, { target: selectionTarget, query: [], language });
  const mayUse = selected.length > 0;
  const body = html`${extensionHost(world, shop)}<div class="head"><h1>Orders</h1>
<div class="actions"><span id="selection-actions" hidden>${selected}</span>
<form method="get" action="${base}" role="search"><input type="search" name="query" value="${search}" aria-label="Search orders" placeholder="Search"></form>
<form method="post" action="${base}"><button class="primary">Create order</button></form></div></div>
<section class="card flush" aria-label="Orders">
<table class="orders">
<thead><tr>${mayUse && html`<th class="pick"><input type="checkbox" id="select-all" aria-label="Select all orders"></th>`}<th>Order</th><th>Date</th><th>Customer</th><th class="end">Total</th><th>Payment</th><th>Fulfilment</th>
<th>Delivery method</th><th><span class="hidden">Action</span></th></tr></thead>
<tbody data-live="${base}/rows?query=${encodeURIComponent(search)}">${rows(world, shop, search)}</tbody>
</table>
${shop.orders.size > 0 && foundOrders(shop, search).length === 0 && html`<p class="empty">No order mentions “${search}”. <a href="${base}">Show all</a></p>`}
${shop.orders.size === 0 && html`<p class="empty">No orders yet. Create one to try the app.</p>`}
</section>${actionDialog}`;
  const scripts = ['/assets/extension-host.js', '/assets/live-rows.js'];
  return page(world, shop, { title: 'Orders', section: 'orders', body, scripts });
}

/** The rows alone; the page's script fetches them again, so that an order is seen to move. */
export const orderRows = (world: StoreWorld, shop: ShopState, search: string): string =>
  html`${rows(world, shop, search)}`.text;

/** Orders whose number, buyer, note or tags contain a text; newest first. */
export function foundOrders(shop: ShopState, search: string): OrderRecord[] {
  const texts = ({ name, customer, note, tags }: OrderRecord) => [name, customer && fullName(customer), note, ...tags];
  return [...shop.orders.values()]
    .filter((order) => texts(order).some((text) => text?.toLowerCase().includes(search.toLowerCase())))
    .sort((left, right) => right.processedAt - left.processedAt || right.number - left.number);
}

function rows(world: StoreWorld, shop: ShopState, search: string): Html[] {
  const orders = foundOrders(shop, search).slice(0, shownOrders);
  const mayUse = extensionsFor(world, shop, selectionTarget).length > 0;
  return orders.map((order) => row(order, shop, mayUse));
}

function row(order: OrderRecord, shop: ShopState, mayUse: boolean): Html {
  const base = `/store/${shopHandle(shop)}/orders`;
  const { currentTotal, outstanding } = orderFigures(order);
  const customer = order.customer ? fullName(order.customer) : null;
  const payable = order.cancelledAt === null && outstanding > 0;
  return html`<tr data-row="${order.id}">
${mayUse && html`<td class="pick"><input type="checkbox" data-select="${gid('Order', order.id)}" aria-label="Select ${order.name}"></td>`}
<td class="name"><a href="${base}/${order.id}">${order.name}</a></td>
<td class="quiet date">${shownTime(order.processedAt, shop)}</td>
<td class="who">${customer ?? html`<span class="quiet">No customer</span>`}
${order.awkward && html`<span class="badge awkward">${order.awkward}</span>`}
${order.note && html`<span class="excerpt" title="${order.note}">✎ ${order.note.trim().split('\n').at(-1)}</span>`}</td>
<td class="end total">${shownMoney(currentTotal, order.currency)}</td>
<td class="pay">${badge(financialStatus(order))}</td>
<td class="ful">${order.cancelledAt === null ? badge(fulfillmentStatus(order)) : badge('CANCELLED')}</td>
<td class="quiet method">${liveShippingLines(order)[0]?.title ?? '—'}</td>
<td class="act">${
    payable &&
    html`<form method="post" action="${base}/${order.id}/pay">
<input type="hidden" name="back" value="list"><button>Mark as paid</button></form>`
  }</td>
</tr>`;
}
