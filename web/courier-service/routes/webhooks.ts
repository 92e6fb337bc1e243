import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import { accountOf } from '../http/authenticate.ts';
import { pathParameter } from '../http/path-parameter.ts';
import { jsonBody } from '../http/read-json.ts';
import { webhookRegistration } from '../notifications/endpoint.ts';
import { Refusal } from '../refusal.ts';
import { localInstant } from '../scheduler/schedule.ts';
import { parseBody } from '../schemas/parse.ts';
import type { ServiceContext } from '../service-context.ts';
import { undelivered } from '../store/outbox.ts';
import { inTime } from '../store/statements.ts';
import { listWebhooks, registerWebhook, removeWebhook, type WebhookRow } from '../store/webhooks.ts';
import { onlyMethods } from './only-methods.ts';

const MAX_WEBHOOKS = 10;

/** Where a client is told of changes of state. */
export function webhookRoutes(context: ServiceContext): Router {
  const { database } = context;
  const registration = webhookRegistration(context.control);
  const router = Router();

  router
    .route('/webhooks')
    .get(async (_request, response) => {
      const rows = await inTime(listWebhooks(database, accountOf(response)));
      const webhooks = rows.map(async (row) => ({
        ...withoutSecret(row),
        undelivered: await undelivered(database, row.id),
      }));
      response.json({ webhooks: await inTime(Promise.all(webhooks)) });
    })
    .post(async (request, response) => {
      const { endpoint_url } = parseBody(registration, jsonBody(request));
      const id = `WH-${randomBytes(9).toString('base64url')}`;
      const row = await inTime(
        registerWebhook(database, {
          id,
          account: accountOf(response),
          endpointUrl: endpoint_url,
          secret: `whsec_${randomBytes(24).toString('base64')}`,
          nowMs: context.now(),
          limit: MAX_WEBHOOKS,
        }),
      );
      if (!row) {
        throw new Refusal(409, 'too_many_webhooks', `At most ${MAX_WEBHOOKS} endpoints can be registered.`);
      }
      const isNew = row.id === id;
      const message = isNew ? 'Registered. Keep the secret: notifications are signed with it.' : 'Registered before.';
      response.status(isNew ? 201 : 200).json({ ...withoutSecret(row), secret: row.secret, message });
    })
    .all(onlyMethods('GET, POST'));

  router
    .route('/webhooks/:id')
    .delete(async (request, response) => {
      if (!(await inTime(removeWebhook(database, accountOf(response), pathParameter(request.params.id))))) {
        throw new Refusal(404, 'not_found', 'No such webhook.');
      }
      response.json({ message: 'Removed.' });
    })
    .all(onlyMethods('DELETE'));

  return router;
}

function withoutSecret({ id, endpoint_url, created_at }: WebhookRow) {
  return { id, endpoint_url, created_at: localInstant(created_at.getTime()) };
}
