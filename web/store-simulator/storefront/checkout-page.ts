import { shownMoney } from '../admin/format.ts';
import { html } from '../admin/html.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { CheckoutAnswer } from './checkout-rates.ts';

/** What the buyer has typed. */
export interface TypedCheckout {
  address1: string;
  address2: string;
  zip: string;
  provinceCode: string;
  sku: string;
  quantity: number;
  discountCents: number;
  locale: string;
}

/** The shipping step of the checkout: an address, a product, and what may be chosen. */
export function checkoutPage(shop: ShopState, typed: TypedCheckout, answers: CheckoutAnswer[]): string {
  const rates = answers.flatMap(({ rates: offered }) => offered ?? []);
  const input = (name: string, label: string, value: string | number) =>
    html`<label>${label} <input name="${name}" value="${value}"></label>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout · ${shop.name}</title>
<link rel="stylesheet" href="/assets/admin.css">
<link rel="icon" href="data:,">
</head>
<body>
<header class="top"><span class="mark" aria-hidden="true"></span><strong>${shop.name}</strong>
<span class="quiet">simulated checkout</span></header>
<main class="page">
<div class="head"><div><h1>Shipping</h1></div></div>
<section class="card"><h2>To</h2><form method="get">
${input('address1', 'Address', typed.address1)} ${input('address2', 'Suburb, unit', typed.address2)}
${input('zip', 'Postcode', typed.zip)} ${input('provinceCode', 'Province', typed.provinceCode)}
${input('sku', 'Product', typed.sku)} ${input('quantity', 'Quantity', typed.quantity)}
${input('discount', 'Discount (R)', typed.discountCents / 100)}
${input('locale', 'Language', typed.locale)} <button>Show shipping</button></form></section>
<section class="card"><h2>Shipping method</h2><ul class="lines">
<li><span>Standard courier<br><span class="quiet">2 to 4 days</span></span><span class="quantity">${shownMoney(9900, shop.currency)}</span></li>
${rates.map(
  (rate) =>
    html`<li data-rate="${rate.service_code}"><span>${rate.service_name}<br><span class="quiet">${rate.description ?? ''}</span></span>
<span class="quantity">${shownMoney(Number(rate.total_price), rate.currency)}</span></li>`,
)}</ul>
${answers.map((answer) =>
  answer.rates === null
    ? html`<p class="quiet">${answer.carrierService} gave no answer (${answer.status ?? 'none'}): backup rates only.</p>`
    : null,
)}</section>
</main>
</body>
</html>`.text;
}
