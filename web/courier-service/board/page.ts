import { DateTime } from 'luxon';
import { TIME_ZONE } from '../scheduler/schedule.ts';
import type { BoardData, BoardDelivery, BoardSlot } from './board-data.ts';
import { playTheDay } from './play-the-day.ts';
import { STYLE } from './style.ts';

const STATE_CLASS = {
  'PENDING PICKUP': 'waiting',
  'PENDING DROPOFF': 'driving',
  DELIVERED: 'done',
  FAILED: 'off',
  RETURNED: 'off',
  CANCELLED: 'off',
} as const;
const STATE_TEXT = {
  'PENDING PICKUP': 'Pending pickup',
  'PENDING DROPOFF': 'Pending drop-off',
  DELIVERED: 'Delivered',
  FAILED: 'Not handed over',
  RETURNED: 'Brought back',
  CANCELLED: 'Cancelled',
} as const;

/** The board as one HTML document. Whole without its script, which fetches it again while it is seen. */
export function boardPage(data: BoardData): string {
  const { counts } = data;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const live = all - counts.CANCELLED;
  const day = at(Date.parse(`${data.date}T00:00:00+02:00`));
  const which = data.whichDay ? `${data.whichDay}, ` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Delivery board · ${day.toFormat('d LLLL')}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script type="module" src="board.js"></script>
</head>
<body>
<header>
  <div>
    <p class="eyebrow">Same-day delivery service</p>
    <h1>${which}${escapeHtml(day.toFormat('cccc d LLLL yyyy'))}</h1>
  </div>
  <p class="clock"><span>${at(data.nowMs).toFormat('HH:mm')}</span> SAST${clockNote(data)}</p>
</header>
<p id="stale" role="status"></p>
<main>
  ${data.driving ? playTheDay(data.driving) : ''}
  <section class="figures" aria-label="Balance of the day">
    ${figure(live, 'scheduled')}${figure(counts['PENDING PICKUP'], 'pending pickup')}
    ${figure(counts['PENDING DROPOFF'], 'on the road')}${figure(counts.DELIVERED, 'delivered')}
  </section>
  <section aria-labelledby="slots">
    <h2 id="slots">Slots</h2>
    <div class="areas">${data.areas.map((area) => areaCard(area, data.nowMs)).join('')}</div>
  </section>
  <section aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries <span class="count">${all}</span></h2>
    ${deliveryTable(data)}
    ${all > data.deliveries.length ? `<p class="later">The first ${data.deliveries.length} are shown.</p>` : ''}
    ${data.later > 0 ? `<p class="later">${data.later} more scheduled for later days.</p>` : ''}
  </section>
</main>
<footer>Times are Africa/Johannesburg. Names, phones and addresses are not shown here. <a href="openapi.json">OpenAPI document</a></footer>
</body>
</html>`;
}

function at(epochMs: number): DateTime {
  return DateTime.fromMillis(epochMs, { zone: TIME_ZONE, locale: 'en' });
}

/** What the clock shows is not the time wherever it was set or sped up: that is said, with the real one. */
function clockNote({ nowMs, wallNowMs }: BoardData): string {
  if (Math.abs(nowMs - wallNowMs) < 90_000) {
    return '';
  }
  const real = at(wallNowMs);
  const day = real.hasSame(at(nowMs), 'day') ? '' : `${real.toFormat('ccc')} `;
  return `<br><b>Simulated.</b> It is really ${day}${real.toFormat('HH:mm')}`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function figure(value: number, label: string): string {
  return `<div class="figure"><strong>${value}</strong><span>${label}</span></div>`;
}

function areaCard({ name, slots }: { name: string; slots: BoardSlot[] }, nowMs: number): string {
  const rows = slots.map((slot) => slotRow(slot, nowMs)).join('');
  return `<article class="area"><h3>${escapeHtml(name)}</h3>${rows === '' ? '<p class="none">No slots on this day.</p>' : `<ul>${rows}</ul>`}</article>`;
}

function phaseOf({ startMs, endMs, capacity, taken }: BoardSlot, nowMs: number): 'past' | 'now' | 'full' | 'open' {
  if (endMs <= nowMs) return 'past';
  if (startMs <= nowMs) return 'now';
  return taken >= capacity ? 'full' : 'open';
}

function slotRow(slot: BoardSlot, nowMs: number): string {
  const { startMs, endMs, capacity, taken } = slot;
  const time = `${at(startMs).toFormat('HH:mm')}–${at(endMs).toFormat('HH:mm')}`;
  const phase = phaseOf(slot, nowMs);
  const percent = Math.round((100 * taken) / Math.max(capacity, 1));
  const tag = { past: '', now: '<b>now</b>', full: '<b>full</b>', open: '' }[phase];
  return `<li class="${phase}"><span class="time">${time}</span>
    <span class="bar" role="meter" aria-valuemin="0" aria-valuemax="${capacity}" aria-valuenow="${taken}"
      aria-label="${time}"><span style="width:${percent}%"></span></span>
    <span class="room">${taken}<i>/${capacity}</i></span>${tag}</li>`;
}

function deliveryTable({ deliveries, orderUrl }: BoardData): string {
  if (deliveries.length === 0) {
    return '<p class="empty">Nothing is scheduled yet. A delivery shows here as soon as it is placed.</p>';
  }
  return `<table>
    <thead><tr><th>Slot</th><th>Delivery</th><th>Reference</th><th>Route</th><th class="right">Distance</th><th>State</th></tr></thead>
    <tbody>${deliveries.map((delivery) => deliveryRow(delivery, orderUrl)).join('')}</tbody></table>`;
}

function deliveryRow(delivery: BoardDelivery, orderUrl: string | null): string {
  const { id } = delivery;
  const reference = escapeHtml(delivery.orderReference ?? '–');
  const order = orderUrl && escapeHtml(orderUrl.replace('{id}', id));
  const time = `${at(delivery.startMs).toFormat('HH:mm')}–${at(delivery.endMs).toFormat('HH:mm')}`;
  return `<tr id="${id}" class="${STATE_CLASS[delivery.state]}"${delivery.isAsked ? ' aria-current="true"' : ''}>
    <td class="slot">${time}</td><td class="id"><a href="${escapeHtml(delivery.trackingUrl)}" title="As its buyer follows it">${id}</a></td>
    <td class="reference">${order ? `<a href="${order}" title="Its order in the store">${reference}</a>` : reference}</td><td class="route">${escapeHtml(delivery.route)}</td>
    <td class="distance right">${(delivery.distanceM / 1000).toFixed(1)} km</td>
    <td class="state"><span>${STATE_TEXT[delivery.state]}</span></td></tr>`;
}
