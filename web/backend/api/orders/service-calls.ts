import { z } from 'zod';
import { acknowledgeBody, type OrderPreview, type OrderView, type Reason } from '#api-contract/order.ts';
import { acknowledge } from '#deliveries/actions/acknowledge.ts';
import { type CancelResult, cancelDelivery } from '#deliveries/actions/cancel.ts';
import { previewOrder } from '#deliveries/actions/preview.ts';
import { refreshOrder } from '#deliveries/actions/refresh.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccess } from '#storage/panel/audit-log.ts';
import { conflict, HttpProblem, notFound } from '../../http-problem.ts';
import { type ApiCall, bodyOf, emptyBody, orderIdOf } from '../api-call.ts';
import { whyOf } from './send-problem.ts';
import { showOrder } from './show-order.ts';

const cancelBody = z.strictObject({ orderReference: z.string().min(1).max(255) });

/** `GET /api/orders/:orderId/preview`: what would be sent; on record as a view of customer data. */
export async function showPreview(context: Context, call: ApiCall): Promise<OrderPreview> {
  const orderId = orderIdOf(call);
  const preview = await previewOrder(context.ports, call.shop, orderId);
  if (!preview) throw notFound('This shop has no such order.');
  await noteAccess(context.storage.db, call.shop.domain, { actor: call.actor, what: 'preview', orderId });
  return preview;
}

/** `POST /api/orders/:orderId/refresh`: the order from Shopify and its deliveries from the service, anew. */
export async function refresh(context: Context, call: ApiCall): Promise<OrderView> {
  const orderId = orderIdOf(call);
  bodyOf(call, emptyBody);
  const result = await refreshOrder(context.ports, call.shop, { orderId, actor: call.actor });
  if (result.kind === 'not_found') throw notFound('This shop has no such order.');
  if (result.kind === 'failed') throw refreshFailed(result.message);
  return showOrder(context, call, orderId);
}

/** `POST /api/orders/:orderId/cancel`: one delivery, at the service. Where that has not answered, the order says that it goes on. */
export async function cancel(context: Context, call: ApiCall): Promise<OrderView> {
  const orderId = orderIdOf(call);
  const { orderReference } = bodyOf(call, cancelBody);
  const result = await cancelDelivery(context.ports, call.shop, { orderId, orderReference, actor: call.actor });
  if (result.kind !== 'cancelled' && result.kind !== 'under_way') throw problemOfCancel(result);
  return showOrder(context, call, orderId);
}

/** `POST /api/orders/:orderId/acknowledge`: a person has dealt with what changed after placing. */
export async function closeAlarm(context: Context, call: ApiCall): Promise<OrderView> {
  const orderId = orderIdOf(call);
  const body = bodyOf(call, acknowledgeBody);
  const { kind } = await acknowledge(context.ports, call.shop, { ...body, orderId, actor: call.actor });
  if (kind === 'not_found') throw notFound('This shop has no such delivery.');
  if (kind === 'changed') {
    const nextStep = 'Look at what differs now, and press Keep as booked on that.';
    throw conflict('alarm_changed', 'What differs is no longer what you saw. Nothing was closed.', nextStep, 'alarm');
  }
  return showOrder(context, call, orderId);
}

const notPossible = {
  not_placed: ['Only a booked delivery can be cancelled.', 'Reload the page: it shows how the delivery stands by now.'],
  unsupported: ['The delivery service offers no way to cancel from here.', 'Ask the delivery service.'],
  no_key: ['There is no API key for this delivery.', 'Ask the delivery service.'],
} as const;

function problemOfCancel(result: Exclude<CancelResult, { kind: 'cancelled' | 'under_way' }>): HttpProblem {
  switch (result.kind) {
    case 'not_found':
      return notFound('This shop has no such delivery.');
    case 'not_possible': {
      const [detail, nextStep] = notPossible[result.why];
      return conflict(`cancel_${result.why}`, detail, nextStep, 'orderReference');
    }
    case 'stays_booked':
      return staysBooked(result.why);
  }
}

function staysBooked(why: Reason): HttpProblem {
  const { serviceMessage, message, nextStep } = why;
  return serviceMessage === null
    ? conflict('cancel_refused', message, nextStep, null, whyOf(why))
    : conflict('cancel_refused', `The delivery service refused: ${serviceMessage}`, 'Ask the delivery service.');
}

/** The service gave no verdict; its words are shown as text. */
function refreshFailed(message: string): HttpProblem {
  return new HttpProblem('refresh_failed', {
    title: 'The delivery service did not answer as hoped',
    status: 502,
    detail: message,
    nextStep: 'Try again in a moment. Nothing was changed.',
  });
}
