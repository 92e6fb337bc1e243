import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { languages } from '#api-contract/language.ts';
import type { Context } from '#runtime/context.ts';
import { confirmAddress, type LinkOwner, ownerOfLink } from '#storage/mail-address.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { noteRoute } from '../request-metrics.ts';
import { buyerLimit, type RequestLimits } from '../session/rate-limits.ts';
import { type ConfirmPage, confirmPage, confirmPolicy } from './confirm-page.ts';

const fields = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/**
 * `/mail/confirm`: the link in the e-mail to a new address. Opening it changes nothing, because mail programs and virus
 * scanners open links by themselves; the button on the page confirms.
 */
export function confirmRoutes({ storage }: Pick<Context, 'storage'>, limits: RequestLimits): Router {
  const { db } = storage;
  return Router()
    .use(buyerLimit(limits))
    .get('/confirm', async (request, response) => {
      noteRoute(request, response);
      const { data } = fields.safeParse(request.query);
      const owner = data ? await ownerOfLink(db, data.token) : null;
      if (!data || !owner) show(request, response, { kind: 'gone' }, null);
      else show(request, response, { kind: 'ask', token: data.token }, owner);
    })
    .post('/confirm', express.urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
      noteRoute(request, response);
      const { data } = fields.safeParse(request.body);
      const owner = data ? await confirmAddress(db, data.token) : null;
      if (owner) await writeAudit(db, owner.shop, { actor: 'link', action: 'confirm_address', detail: '' });
      show(request, response, { kind: owner ? 'done' : 'gone' }, owner);
    });
}

function show(request: Request, response: Response, page: ConfirmPage, owner: LinkOwner | null): void {
  // Whose link it was is not known any more, but what the browser speaks is.
  const spoken = languages.find((language) => language === request.acceptsLanguages(...languages));
  response
    .status(page.kind === 'gone' ? 410 : 200)
    .set('Content-Security-Policy', confirmPolicy)
    .set('Cache-Control', 'no-store')
    // The link is in the address, and leads nowhere else.
    .set('Referrer-Policy', 'no-referrer')
    .type('html')
    .send(confirmPage(page, owner, owner?.language ?? spoken));
}
