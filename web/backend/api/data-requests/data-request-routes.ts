import { type RequestHandler, Router } from 'express';
import type { DataRequestList, DataRequestView } from '#api-contract/data-requests.ts';
import type { Context } from '#runtime/context.ts';
import { parseExactJson } from '#shopify/exact-json.ts';
import {
  answerDataRequest,
  type DataRequest,
  dueAt,
  listDataRequests,
  loadDataRequest,
} from '#storage/data-requests.ts';
import { exportOrders } from '#storage/export-orders.ts';
import { noteAccessToOrders, writeAudit } from '#storage/panel/audit-log.ts';
import { otherRowsOf } from '#storage/shop-addresses.ts';
import { notFound } from '../../http-problem.ts';
import { sendFile } from '../../send-file.ts';
import { type ApiCall, answerWith, bodyOf, callOf, emptyBody } from '../api-call.ts';

const mostListed = 250;
type Needs = Pick<Context, 'storage'>;

/** `/api/data-requests`: what customers asked for, what is stored about them as a file, and that they were answered. */
export function dataRequestRoutes(context: Needs): Router {
  return Router()
    .get(
      '/',
      answerWith((call) => list(context, call)),
    )
    .get('/:requestId/export', download(context))
    .post(
      '/:requestId/answered',
      answerWith((call) => answer(context, call)),
    );
}

async function list({ storage }: Needs, { shop }: ApiCall): Promise<DataRequestList> {
  const requests = await listDataRequests(storage.db, shop.domain, mostListed);
  return { requests: requests.map(viewOf) };
}

/** The file holds personal data: each order's access log says who downloaded it. */
function download({ storage }: Needs): RequestHandler {
  return async (request, response) => {
    const call = callOf(request, response);
    const { shop, actor } = call;
    const found = await requestOf({ storage }, call);
    const { db } = storage;
    const orderIds = found.orders.map(({ orderId }) => orderId);
    const rows = [shop.domain, ...(await otherRowsOf(db, shop.domain))];
    for (const row of rows) await noteAccessToOrders(db, row, { actor, what: 'data_request', orderIds });
    await writeAudit(db, shop.domain, { actor, action: 'export_data_request', detail: `request ${found.id}` });
    const of = rows.map((row) => exportOrders(storage, row, { orderIds, customerId: found.customerId }));
    const stored = {
      orders: oneAfterTheOther(of.map(({ orders }) => orders)),
      webhooks: asJson(oneAfterTheOther(of.map(({ webhooks }) => webhooks))),
    };
    const file = { name: `data-request-${found.id}.json`, type: 'application/json' };
    await sendFile(response, file, fileOf({ request: viewOf(found), shop: shop.domain }, stored));
  };
}

async function* oneAfterTheOther<Item>(lists: readonly AsyncIterable<Item>[]): AsyncGenerator<Item> {
  for (const items of lists) yield* items;
}

/** Bodies as JSON where they are, else as text. */
async function* asJson<Item extends { body: string }>(items: AsyncIterable<Item>): AsyncGenerator<object> {
  for await (const item of items) yield { ...item, body: readable(item.body) };
}

function readable(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n    ');

/** One JSON object: of what may be long, never more than one item is held as text. */
async function* fileOf(head: object, lists: Record<string, AsyncIterable<unknown>>): AsyncGenerator<string> {
  let text = JSON.stringify(head, null, 2).slice(0, -2);
  for (const [name, items] of Object.entries(lists)) {
    text += `,\n  "${name}": [`;
    let separator = '';
    for await (const item of items) {
      yield `${text}${separator}\n    ${indented(item)}`;
      text = '';
      separator = ',';
    }
    text += '\n  ]';
  }
  yield `${text}\n}\n`;
}

async function answer({ storage }: Needs, call: ApiCall): Promise<DataRequestView> {
  bodyOf(call, emptyBody);
  const { shop, actor } = call;
  const { id } = await requestOf({ storage }, call);
  if (await answerDataRequest(storage.db, shop.domain, id, actor)) {
    await writeAudit(storage.db, shop.domain, { actor, action: 'answer_data_request', detail: `request ${id}` });
  }
  return viewOf(await requestOf({ storage }, call));
}

/** @throws HttpProblem 404 where this shop has no such request. */
async function requestOf({ storage }: Needs, { shop, request }: ApiCall): Promise<DataRequest> {
  const id = String(request.params['requestId'] ?? '');
  const found = /^\d{1,18}$/.test(id) ? await loadDataRequest(storage.db, shop.domain, id) : null;
  if (!found) throw notFound('This shop has no such request.');
  return found;
}

function viewOf({ id, requestedAt, orders, answeredAt, answeredBy }: DataRequest): DataRequestView {
  return {
    ...{ id, requestedAt: requestedAt.toISOString(), dueAt: dueAt(requestedAt).toISOString(), orders },
    ...{ answeredAt: answeredAt?.toISOString() ?? null, answeredBy },
  };
}
