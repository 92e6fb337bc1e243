import { type RequestHandler, Router } from 'express';
import { sendBody } from '#api-contract/order.ts';
import { sendOrder } from '#deliveries/actions/send-again.ts';
import type { Context } from '#runtime/context.ts';
import { wordingOf, wordOrder, wordPreview, wordResults } from '../../in-language.ts';
import { type ApiCall, answerWith, bodyOf, orderIdOf } from '../api-call.ts';
import { bulkSend } from './bulk-send.ts';
import { problemOfSend } from './send-problem.ts';
import { cancel, closeAlarm, refresh, showPreview } from './service-calls.ts';
import { showOrder } from './show-order.ts';

/** A gid may stand in the path as it is: its slashes are not the path's. */
const plainGid: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/^\/gid:\/{1,2}shopify\/Order\/(\d{1,20})(?=[/?]|$)/, '/$1');
  next();
};

export function orderRoutes(context: Context): Router {
  return Router()
    .use(plainGid)
    .post(
      '/send',
      answerWith(async (call) => wordResults(wordingOf(call.request), await bulkSend(context, call))),
    )
    .get(
      '/:orderId',
      answerWith(async (call) => wordOrder(wordingOf(call.request), await showOrder(context, call, orderIdOf(call)))),
    )
    .get(
      '/:orderId/preview',
      answerWith(async (call) => wordPreview(wordingOf(call.request), await showPreview(context, call))),
    )
    .post(
      '/:orderId/send',
      answerWith((call) => send(context, call), 202),
    )
    .post(
      '/:orderId/refresh',
      answerWith((call) => refresh(context, call)),
    )
    .post(
      '/:orderId/cancel',
      answerWith((call) => cancel(context, call)),
    )
    .post(
      '/:orderId/acknowledge',
      answerWith((call) => closeAlarm(context, call)),
    );
}

async function send(context: Context, call: ApiCall) {
  const orderId = orderIdOf(call);
  const body = bodyOf(call, sendBody);
  const outcome = await sendOrder(context.ports, call.shop, { orderId, actor: call.actor, body });
  if (outcome.kind !== 'sent') throw problemOfSend(outcome);
  return wordOrder(wordingOf(call.request), await showOrder(context, call, orderId));
}
