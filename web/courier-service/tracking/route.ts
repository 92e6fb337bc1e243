import { createHash } from 'node:crypto';
import { Router } from 'express';
import { pathParameter } from '../http/path-parameter.ts';
import { Refusal } from '../refusal.ts';
import { localInstant, slotInWords } from '../scheduler/schedule.ts';
import type { ServiceContext } from '../service-context.ts';
import { type DeliveryRow, deliveryId, seqOfId } from '../store/delivery-row.ts';
import { findBySeq } from '../store/find.ts';
import { inTime } from '../store/statements.ts';
import { isTokenOf } from './links.ts';

/** Reads the page again by itself, and changes only what is told: a page that loads anew would take away what is being read. */
const script = `setInterval(async () => {
  const answer = await fetch(location.href).catch(() => null);
  document.getElementById('stale').textContent = answer?.ok ? '' : 'Not up to date: the service does not answer.';
  if (!answer?.ok) return;
  const then = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[aria-live]');
  const now = document.querySelector('[aria-live]');
  if (then && then.innerHTML !== now.innerHTML) now.innerHTML = then.innerHTML;
}, 30000);`;

const HEADERS = {
  'Content-Security-Policy': [
    `default-src 'none'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; connect-src 'self'`,
    "style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
};

const WORDS: Record<DeliveryRow['state'], string> = {
  'PENDING PICKUP': 'Waits for the driver',
  'PENDING DROPOFF': 'The driver has it',
  DELIVERED: 'Delivered',
  FAILED: 'Could not be handed over',
  RETURNED: 'Brought back to the sender',
  CANCELLED: 'Cancelled',
};

/** Pages for whoever has a delivery's link: how far it is, and the proof. No name, phone or address stands on them. */
export function trackingRoutes(context: ServiceContext): Router {
  const router = Router();
  const trackedAt = async (id: string | undefined, token: string | undefined): Promise<DeliveryRow> => {
    const seq = seqOfId(pathParameter(id));
    const row = seq === null ? null : await inTime(findBySeq(context.database, seq));
    if (!row || !isTokenOf({ account: row.account, id: deliveryId(row.seq) }, pathParameter(token))) {
      throw new Refusal(404, 'not_found', 'No such delivery.');
    }
    return row;
  };
  router.get('/track/:id/:token', async (request, response) => {
    const row = await trackedAt(request.params.id, request.params.token);
    response
      .set(HEADERS)
      .type('html')
      .send(page(row, request.params.token, context.control));
  });
  router.get('/track/:id/:token/proof.svg', async (request, response) => {
    const row = await trackedAt(request.params.id, request.params.token);
    if (row.state !== 'DELIVERED') {
      throw new Refusal(404, 'not_found', 'There is no proof of this delivery.');
    }
    response.set(HEADERS).type('image/svg+xml').send(proof(row));
  });
  return router;
}

/** Its links are relative: a proxy may put a path before ours, which no request tells of. */
function page(row: DeliveryRow, token: string, isBoardOpen: boolean): string {
  const id = deliveryId(row.seq);
  const slot = slotInWords({ startMs: row.slot_start.getTime(), endMs: row.slot_end.getTime() });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Delivery ${id}</title><link rel="icon" href="data:,">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:2rem;max-width:40rem;color:#1a1c1d;background:#fff}h1{font-size:1.4rem}img{max-width:100%;border:1px solid #ccc}</style></head>
<body><main><h1>Delivery ${id}</h1><div aria-live="polite"><p><strong>${WORDS[row.state]}</strong></p><p>Slot: ${slot} SAST</p>
${row.state === 'DELIVERED' ? `<img src="${token}/proof.svg" alt="Proof of the hand-over">` : ''}</div>
<p id="stale" role="status"></p>
${isBoardOpen ? `<p><a href="../../?delivery=${id}#${id}">On the board of its day</a></p>` : ''}</main><script>${script}</script></body>
</html>`;
}

function proof(row: DeliveryRow): string {
  const at = localInstant(row.updated_at.getTime()).slice(0, 16).replace('T', ' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270" viewBox="0 0 480 270"><rect width="480" height="270" fill="#dfe6e2"/><rect x="190" y="60" width="100" height="190" fill="#7a5c45"/><circle cx="275" cy="160" r="5" fill="#e8d9a0"/><rect x="130" y="190" width="56" height="60" fill="#c49a6c" stroke="#8a6a45"/><text x="240" y="36" font-family="sans-serif" font-size="18" text-anchor="middle" fill="#1a1c1d">${deliveryId(row.seq)} handed over ${at}</text></svg>`;
}
