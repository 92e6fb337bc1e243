import { Router } from 'express';
import { accountOf } from '../http/authenticate.ts';
import { pathParameter } from '../http/path-parameter.ts';
import { jsonBody } from '../http/read-json.ts';
import { place } from '../place-delivery.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from '../schemas/parse.ts';
import { placement, slotPlacement } from '../schemas/placement.ts';
import type { ServiceContext } from '../service-context.ts';
import { changeState } from '../store/change-state.ts';
import { type DeliveryRow, toRecord } from '../store/delivery-row.ts';
import { findById, findByReference } from '../store/find.ts';
import { inTime } from '../store/statements.ts';
import { listPage } from './list-page.ts';
import { onlyMethods } from './only-methods.ts';

/** Placing, reading and cancelling deliveries. A client sees only its own. */
export function deliveryRoutes(context: ServiceContext): Router {
  const { database } = context;
  const shown = (row: DeliveryRow) => toRecord(row, context.baseUrl());
  const router = Router();

  router
    .route('/same-day-asap')
    .post(async (request, response) => {
      const body = parseBody(placement, jsonBody(request));
      response.status(201).json(await place(context, accountOf(response), body, null));
    })
    .all(onlyMethods('POST'));

  router
    .route('/deliveries')
    .get(async (request, response) => {
      response.json(await listPage(context, request, accountOf(response), null));
    })
    .post(async (request, response) => {
      const { scheduled_slot, ...body } = parseBody(slotPlacement, jsonBody(request));
      response.status(201).json(await place(context, accountOf(response), body, Date.parse(scheduled_slot.start)));
    })
    .all(onlyMethods('GET, POST'));

  router
    .route('/deliveries/ext/:order_reference')
    .get(async (request, response) => {
      const row = await inTime(findByReference(database, pathParameter(request.params.order_reference)));
      response.json(shown(ownRow(row, accountOf(response))));
    })
    .all(onlyMethods('GET'));

  router
    .route('/deliveries/customer/:customer_id')
    .get(async (request, response) => {
      response.json(await listPage(context, request, accountOf(response), pathParameter(request.params.customer_id)));
    })
    .all(onlyMethods('GET'));

  router
    .route('/deliveries/:id')
    .get(async (request, response) => {
      const account = accountOf(response);
      response.json(
        shown(ownRow(await inTime(findById(database, account, pathParameter(request.params.id))), account)),
      );
    })
    .delete(async (request, response) => {
      response.json(shown(await cancel(context, accountOf(response), pathParameter(request.params.id))));
    })
    .all(onlyMethods('GET, DELETE'));

  return router;
}

/** Another client's delivery does not exist for this one. */
function ownRow(row: DeliveryRow | null, account: string): DeliveryRow {
  if (row?.account !== account) {
    throw new Refusal(404, 'not_found', 'No such delivery.');
  }
  return row;
}

/** Cancelling twice is the same as once. */
async function cancel(context: ServiceContext, account: string, id: string): Promise<DeliveryRow> {
  const { database, now } = context;
  const before = ownRow(await inTime(findById(database, account, id)), account);
  const cancelled = await inTime(changeState(database, { seq: before.seq, to: 'CANCELLED', nowMs: now() }));
  if (cancelled) {
    context.wakeDispatcher();
    return cancelled;
  }
  const current = ownRow(await inTime(findById(database, account, id)), account);
  if (current.state !== 'CANCELLED') {
    throw new Refusal(409, 'not_cancellable', `A delivery that is ${current.state} cannot be cancelled.`);
  }
  return current;
}
