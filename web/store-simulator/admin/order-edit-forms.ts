import { liveShippingLines, riskRecommendation } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { type Html, html } from './html.ts';

const addressFields = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['company', 'Company'],
  ['address1', 'Address'],
  ['address2', 'Suburb, unit'],
  ['city', 'City'],
  ['provinceCode', 'Province'],
  ['zip', 'Postal code'],
  ['phone', 'Phone'],
] as const;

/** Names of the address fields that the form sends. */
export const editableAddressFields = addressFields.map(([name]) => name);

/** What the form of fraud analysis offers. */
export const riskLevels = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** What a merchant changes by hand, note, tags, phone, address, delivery method, and what fraud analysis finds. */
export function orderEditForms(order: OrderRecord, base: string): Html {
  const place = order.shippingAddress;
  const [line] = liveShippingLines(order);
  return html`<details class="card"><summary><h2>Edit note and tags</h2></summary>
<form method="post" action="${base}/edit">
<label>Note<textarea name="note" rows="4">${order.note}</textarea></label>
<label>Tags<input name="tags" value="${order.tags.join(', ')}"></label>
<label>Order phone<input name="phone" value="${order.phone}" autocomplete="off"></label>
<button>Save</button></form></details>
<details class="card"><summary><h2>Edit shipping address</h2></summary>
<form method="post" action="${base}/address">
${addressFields.map(
  ([name, label]) => html`<label>${label}<input name="${name}" value="${place?.[name]}" autocomplete="off"></label>`,
)}
<button>Save</button></form></details>
<details class="card"><summary><h2>Edit delivery method</h2></summary>
<form method="post" action="${base}/method">
<label>Method<input name="title" value="${line?.title}" required></label>
<label>Price<input name="price" value="${line?.price ?? '0.00'}" inputmode="decimal" required></label>
<button>Save</button></form></details>
<details class="card"><summary><h2>Fraud analysis</h2></summary>
<p>Shopify recommends: <strong>${riskRecommendation(order).toLowerCase()}</strong></p>
<form method="post" action="${base}/risk">
<label>Risk<select name="riskLevel">${riskLevels.map((level) => html`<option value="${level}">${level.charAt(0)}${level.slice(1).toLowerCase()}</option>`)}</select></label>
<button>Save</button></form></details>`;
}
