import { shownMoney, shownTime } from '../admin/format.ts';
import { type Html, html } from '../admin/html.ts';
import { blocks, buyerHost } from '../extensions/slots.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import { fullName, orderFigures } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';

/** One of the two pages on which a buyer meets their order. */
export interface BuyerPage {
  target: 'purchase.thank-you.block.render' | 'customer-account.order-status.block.render';
  language: string;
  /** False: a guest, of whom Shopify's token says nothing. */
  signedIn: boolean;
}

/** The thank-you or order-status page, with the extensions of its target. */
export function buyerPage(world: StoreWorld, shop: ShopState, order: OrderRecord, page: BuyerPage): string {
  const thanks = page.target === 'purchase.thank-you.block.render';
  const name = order.shippingAddress ? fullName(order.shippingAddress) : 'you';
  const title = thanks ? `Thank you, ${name}!` : `Order ${order.name}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${shop.name}</title>
<link rel="stylesheet" href="/assets/admin.css">
<link rel="icon" href="data:,">
<script type="module" src="/assets/extension-host.js"></script>
</head>
<body>
<header class="top"><span class="mark" aria-hidden="true"></span><strong>${shop.name}</strong>
<span class="quiet">simulated checkout</span></header>
${buyerHost(shop, order, page.signedIn)}
<main class="page">
<div class="head"><div><h1>${title}</h1>
<p class="quiet">Confirmation ${order.confirmationNumber} · ${shownTime(order.processedAt, shop)}</p></div></div>
${blocks(world, shop, { target: page.target, query: [['order', order.id]], language: page.language })}
${summary(order)}
</main>
</body>
</html>`.text;
}

function summary(order: OrderRecord): Html {
  const { currentTotal } = orderFigures(order);
  return html`<section class="card"><h2>Your order</h2><ul class="lines">${order.lines.map(
    (line) => html`<li><span>${line.title}</span><span class="quantity">× ${line.currentQuantity}</span></li>`,
  )}</ul>
<dl class="sums"><div><dt>Total</dt><dd>${shownMoney(currentTotal, order.currency)}</dd></div></dl></section>`;
}

/** Where the buyer of an order is led, by the checkout and by their e-mails. */
export function buyerAddresses(shop: ShopState, order: OrderRecord): { thankYou: string; orderStatus: string } {
  const store = `/store/${shopHandle(shop)}`;
  return {
    thankYou: `${store}/checkouts/${order.id}/thank-you`,
    orderStatus: `${store}/account/orders/${order.id}`,
  };
}
