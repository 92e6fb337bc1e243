import { shopHandle } from '../oauth/launch-query.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import type { WebhookRecord } from '../webhooks/sender.ts';
import { badge, shownTime } from './format.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';

const shownWebhooks = 200;

/** Every webhook that was sent, newest first, with all its attempts. */
export function webhookLogPage(world: StoreWorld, shop: ShopState): string {
  const log = world.sender.log(shop.domain).toReversed();
  const base = `/store/${shopHandle(shop)}/webhooks`;
  const body = html`<div class="head"><h1>Webhook log</h1><p class="quiet">to ${
    world.appUrl ?? 'nobody: the app has no URL yet'
  }</p></div>
<section class="card flush" aria-label="Webhooks"><table class="webhooks">
<thead><tr><th>Sent</th><th>Topic</th><th>State</th><th>Attempts</th><th><span class="hidden">Action</span></th></tr></thead>
<tbody>${log.slice(0, shownWebhooks).map((record) => row(record, shop, base))}</tbody></table>
${log.length === 0 && html`<p class="empty">Nothing was sent yet. Mark an order as paid.</p>`}</section>`;
  return page(world, shop, { title: 'Webhook log', section: 'webhooks', body });
}

function row(record: WebhookRecord, shop: ShopState, base: string): Html {
  return html`<tr><td class="quiet date">${shownTime(Date.parse(record.triggeredAt), shop)}</td>
<td><details><summary>${record.topic}</summary><pre>${record.headers
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}

${record.body}</pre></details></td>
<td>${badge(record.state)}</td>
<td>${record.attempts.map(
    (attempt) =>
      html`<span class="attempt">${attempt.status ?? attempt.error} <span class="quiet">${attempt.durationMs} ms</span></span>`,
  )}</td>
<td><form method="post" action="${base}/${record.webhookId}/resend"><button>Send again</button></form></td></tr>`;
}
