import { actionDialog, actions, blocks, extensionHost } from '../extensions/slots.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import { gid } from '../state/gid.ts';
import {
  cents,
  financialStatus,
  fulfillmentStatus,
  fullName,
  liveShippingLines,
  orderFigures,
} from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { AddressRecord } from '../state/records.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { buyerAddresses } from '../storefront/buyer-page.ts';
import { badge, shownMoney, shownTime } from './format.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';
import { orderEditForms } from './order-edit-forms.ts';
import { orderLive } from './order-live.ts';

export interface OrderPageOptions {
  problem: string | null;
  /** The language in which extensions are shown. */
  language: string;
}

/** One order: what was bought, where it goes, and (live) what apps wrote into it. */
export function orderPage(
  world: StoreWorld,
  shop: ShopState,
  order: OrderRecord,
  { problem, language }: OrderPageOptions,
): string {
  const base = `/store/${shopHandle(shop)}/orders`;
  const resource = { query: [['id', gid('Order', order.id)] as [string, string]], language };
  const body = html`<p class="crumb"><a href="${base}">← Orders</a></p>
<div class="head"><div><h1>${order.name} ${badge(financialStatus(order))}
${order.cancelledAt === null ? badge(fulfillmentStatus(order)) : badge('CANCELLED')}
${order.test && badge('TEST')}
${order.awkward && html`<span class="badge awkward">${order.awkward}</span>`}</h1>
<p class="quiet">${shownTime(order.processedAt, shop)} from ${order.sourceName}</p></div>
${orderActions(order, `${base}/${order.id}`, actions(world, shop, { ...resource, target: 'admin.order-details.action.render' }))}</div>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
${extensionHost(world, shop)}
<div class="columns"><div>
${order.fulfillmentOrders.map((_one, index) => fulfillmentOrderCard(order, index))}
${paymentCard(order)}
<div id="live" data-live="${base}/${order.id}/live">${orderLive(world, shop, order)}</div>
${blocks(world, shop, { ...resource, target: 'admin.order-details.block.render' })}
</div><div>
${customerCard(order, buyerAddresses(shop, order))}
${orderEditForms(order, `${base}/${order.id}`)}
</div></div>${actionDialog}`;
  const scripts = ['/assets/live.js', '/assets/extension-host.js'];
  return page(world, shop, { title: order.name, section: 'orders', body, scripts });
}

function orderActions(order: OrderRecord, base: string, extensions: Html[]): Html {
  const { outstanding, received, refunded } = orderFigures(order);
  const open = order.cancelledAt === null;
  return html`<div class="actions">
${extensions}
${received > refunded && html`<form method="post" action="${base}/refund"><button>Refund</button></form>`}
${open && html`<form method="post" action="${base}/cancel"><button>Cancel order</button></form>`}
${open && outstanding > 0 && html`<form method="post" action="${base}/pay"><button class="primary">Mark as paid</button></form>`}
</div>`;
}

function fulfillmentOrderCard(order: OrderRecord, index: number): Html {
  const fulfillmentOrder = order.fulfillmentOrders[index];
  if (!fulfillmentOrder) {
    return html``;
  }
  const shown = fulfillmentOrder.lines.slice(0, 50);
  const more = fulfillmentOrder.lines.length - shown.length;
  return html`<section class="card"><div class="cardhead"><h2>${badge(fulfillmentOrder.status)}
<span>${fulfillmentOrder.location.name}</span></h2><span class="quiet">${fulfillmentOrder.deliveryMethod?.methodType ?? 'no method'}</span></div>
${fulfillmentOrder.holds.map((hold) => html`<p class="hold">${hold.displayReason}${hold.reasonNotes && `: ${hold.reasonNotes}`}</p>`)}
<ul class="lines">${shown.map(
    ({ line, remainingQuantity, totalQuantity }) => html`<li><span><strong>${line.title}</strong>
${line.variantTitle && html`<span class="quiet">${line.variantTitle}</span>`}
${line.weight && html`<span class="quiet">${line.weight.value} ${line.weight.unit.toLowerCase()}</span>`}
${!line.requiresShipping && html`<span class="quiet">does not ship</span>`}</span>
<span class="quantity">${shownMoney(cents(line.unitPrice), order.currency)} × ${totalQuantity}
${remainingQuantity < totalQuantity && html`<span class="quiet">(${remainingQuantity} left)</span>`}</span></li>`,
  )}</ul>
${more > 0 && html`<p class="quiet">and ${more} more lines</p>`}</section>`;
}

function paymentCard(order: OrderRecord): Html {
  const figures = orderFigures(order);
  const rows: [string, number][] = [
    ['Subtotal', figures.currentSubtotal],
    [liveShippingLines(order)[0]?.title ?? 'Shipping', figures.shipping],
    ['Total', figures.currentTotal],
    ['Paid', figures.received - figures.refunded],
  ];
  return html`<section class="card"><h2>Payment</h2><dl class="sums">${rows.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${shownMoney(value, order.currency)}</dd></div>`,
  )}</dl></section>`;
}

function customerCard(order: OrderRecord, buyer: ReturnType<typeof buyerAddresses>): Html {
  const { customer } = order;
  return html`<section class="card"><h2>Customer</h2>
<p>${customer ? fullName(customer) : html`<span class="quiet">No customer</span>`}
${order.email && html`<br><span class="quiet">${order.email}</span>`}</p>
<h3>Shipping address</h3>${order.shippingAddress ? address(order.shippingAddress) : html`<p class="quiet">None</p>`}
${order.shippingLines[0]?.phone && html`<h3>Delivery phone</h3><p>${order.shippingLines[0].phone}</p>`}
<p><a href="${buyer.thankYou}">Thank-you page</a> · <a href="${buyer.orderStatus}">Order status page</a></p>
</section>`;
}

function address(place: AddressRecord): Html {
  const lines = [fullName(place), place.company, place.address1, place.address2];
  const town = [place.city, place.province, place.zip].filter(Boolean).join(', ');
  return html`<address>${[...lines, town, place.country, place.phone].filter(Boolean).map((line) => html`${line}<br>`)}
${
  place.latitude !== null &&
  html`<span class="quiet">${place.latitude}, ${place.longitude}${!place.coordinatesValidated && ' (not validated)'}</span>`
}
${place.redacted.length > 0 && html`<span class="quiet">hidden from apps: ${place.redacted.length} fields</span>`}</address>`;
}
