import { z } from 'zod';
import { auditPage } from '#api-contract/audit.ts';
import { bulkSendBody, bulkSendResult } from '#api-contract/bulk-send.ts';
import { dataRequestList, dataRequestView } from '#api-contract/data-requests.ts';
import { type DeliveriesPage, deliveriesPage } from '#api-contract/deliveries.ts';
import { figuresView } from '#api-contract/figures.ts';
import { languageChoice } from '#api-contract/language.ts';
import { locationsView } from '#api-contract/locations.ts';
import {
  acknowledgeBody,
  type OrderView,
  orderPreview,
  orderView,
  type Problem,
  sendBody,
} from '#api-contract/order.ts';
import { overview } from '#api-contract/overview.ts';
import { packingList } from '#api-contract/packing-list.ts';
import { rehearsalBody, rehearsalResult } from '#api-contract/rehearsal.ts';
import {
  courierKeysPatch,
  courierTestResult,
  mailAddressView,
  settings,
  settingsView,
} from '#api-contract/settings.ts';
import { asServed } from '#testing/as-served.ts';
import { listDeliveries, searchDeliveries } from './fake-deliveries.ts';
import { isProblem, type World } from './world.ts';

export interface Answer {
  status: number;
  body: unknown;
}

interface Call {
  world: World;
  /** The path's `:id`, decoded. */
  id: string;
  query: URLSearchParams;
  body: unknown;
}

type Handler = (call: Call) => Answer;

/** Every answer passes the contract's schema first: a fake that speaks otherwise would prove nothing. */
const handlers: [RegExp, Handler][] = [
  [/^GET \/api\/overview$/, ({ world }) => ok(overview.parse(world.overview))],
  [/^PUT \/api\/language$/, chooseLanguage],
  [/^GET \/api\/packing-list$/, ({ world }) => ok(packingList.parse(world.packingList))],
  [/^GET \/api\/deliveries$/, ({ world, query }) => listed(listDeliveries(world, Object.fromEntries(query)))],
  [/^POST \/api\/deliveries\/search$/, ({ world, body }) => listed(searchDeliveries(world, body))],
  [/^POST \/api\/orders\/send$/, sendMany],
  [/^GET \/api\/orders\/([^/]+)$/, ({ world, id }) => shown(world.orders.get(id))],
  [/^GET \/api\/orders\/([^/]+)\/preview$/, ({ world, id }) => found(orderPreview, world.previews.get(id))],
  [/^POST \/api\/orders\/([^/]+)\/send$/, sendOne],
  [/^POST \/api\/orders\/([^/]+)\/refresh$/, ({ world, id }) => shown(world.orders.get(id))],
  [/^POST \/api\/orders\/([^/]+)\/cancel$/, cancel],
  [/^POST \/api\/orders\/([^/]+)\/acknowledge$/, acknowledge],
  [/^GET \/api\/settings$/, ({ world }) => ok(settingsView.parse(world.settings))],
  [/^PUT \/api\/settings$/, putSettings],
  [/^GET \/api\/settings\/mail$/, ({ world }) => ok(mailAddressView.parse(world.mailAddress))],
  [/^POST \/api\/settings\/mail\/link$/, ({ world }) => ok(mailAddressView.parse(world.mailAddress))],
  [/^PUT \/api\/settings\/setup$/, dismissSetup],
  [/^POST \/api\/settings\/test-order$/, ({ world }) => ok(courierTestResult.parse(world.courierTest))],
  [/^POST \/api\/settings\/courier\/test$/, ({ world }) => ok(courierTestResult.parse(world.courierTest))],
  [/^GET \/api\/locations$/, ({ world }) => ok(locationsView.parse(world.locations))],
  [/^GET \/api\/figures$/, ({ world }) => ok(figuresView.parse(world.figures))],
  [/^GET \/api\/figures\.csv$/, () => ok('By,Name')],
  [/^GET \/api\/audit$/, ({ world }) => ok(auditPage.parse({ entries: world.audit, nextCursor: null }))],
  [/^GET \/api\/data-requests$/, ({ world }) => ok(dataRequestList.parse({ requests: world.dataRequests }))],
  [/^GET \/api\/data-requests\/([^/]+)\/export$/, ({ id }) => ok({ request: id, orders: [] })],
  [/^POST \/api\/data-requests\/([^/]+)\/answered$/, answerRequest],
  [/^POST \/api\/rehearsal$/, rehearse],
];

/** Answers one call of the panel's API from the world. */
export function answerCall(world: World, method: string, url: URL, body: unknown): Answer | 'hang' | 'lost' {
  const name = `${method} ${url.pathname}`;
  world.calls.push({ method, path: url.pathname + url.search, body });
  const failure = world.down ?? world.failing.get(name);
  if (failure === 'hang') return 'hang';
  if (failure === 'lost') {
    carryOut(world, name, url, body);
    return 'lost';
  }
  if (failure) return { status: failure.status, body: failure };
  return carryOut(world, name, url, body);
}

function carryOut(world: World, name: string, url: URL, body: unknown): Answer {
  for (const [pattern, handle] of handlers) {
    const match = pattern.exec(name);
    if (match) return handle({ world, id: decodeURIComponent(match[1] ?? ''), query: url.searchParams, body });
  }
  return refuse(404, 'Not found');
}

/** A problem document. */
export function problemOf(status: number, title: string, changes: Partial<Problem> = {}): Problem {
  return { type: 'about:blank', title, status, detail: `${title}.`, nextStep: null, ...changes };
}

function ok(body: unknown, status = 200): Answer {
  return { status, body };
}

function refuse(status: number, title: string, changes: Partial<Problem> = {}): Answer {
  return { status, body: problemOf(status, title, changes) };
}

function listed(page: DeliveriesPage | null): Answer {
  return page === null ? refuse(400, 'Not understood') : ok(deliveriesPage.parse(page));
}

function found<T>(schema: z.ZodType<T>, value: T | undefined): Answer {
  return value === undefined ? refuse(404, 'Not found') : ok(schema.parse(value));
}

/** An order as it stands by now: what stands first follows from its deliveries. */
function shown(order: OrderView | undefined, status = 200): Answer {
  return order === undefined ? refuse(404, 'Not found') : ok(orderView.parse(asServed(order)), status);
}

function sendOne({ world, id, body }: Call): Answer {
  const order = world.orders.get(id);
  const parsed = sendBody.safeParse(body);
  if (!order) return refuse(404, 'Not found');
  if (!parsed.success) return refuse(400, 'Bad body');
  const result = world.onSend(order, parsed.data);
  if (isProblem(result)) return { status: result.status, body: result };
  world.orders.set(id, result);
  return shown(result, 202);
}

function sendMany({ world, body }: Call): Answer {
  const parsed = bulkSendBody.safeParse(body);
  if (!parsed.success) return refuse(400, 'Bad body');
  const taken = world.overview.paused
    ? { state: 'held' as const, message: 'Sending is paused for this shop.' }
    : { state: 'queued' as const, message: 'On its way to the delivery service.' };
  const results = parsed.data.orderIds.map((orderId) => {
    const row = world.deliveries.find((delivery) => delivery.orderId === orderId);
    const isRefused = row?.state === 'needs_attention';
    return {
      orderId,
      orderName: row?.orderName ?? null,
      ok: !isRefused,
      ...(isRefused ? { state: 'needs_attention' as const, message: row.reason?.message ?? '' } : taken),
      ...(isRefused && row.reason ? { why: { code: row.reason.code, params: row.reason.params } } : {}),
    };
  });
  return ok(bulkSendResult.parse({ results }), 202);
}

function cancel({ world, id, body }: Call): Answer {
  const parsed = z.strictObject({ orderReference: z.string() }).safeParse(body);
  const order = world.orders.get(id);
  if (!order || !parsed.success) return refuse(400, 'Bad body');
  // What is being cancelled goes on being so: the service has not answered.
  if (order.deliveries.some(({ cancelling }) => cancelling)) return shown(order);
  const deliveries = order.deliveries.map((delivery) =>
    delivery.orderReference === parsed.data.orderReference ? { ...delivery, state: 'cancelled' as const } : delivery,
  );
  const state = deliveries.some((delivery) => delivery.state === 'placed') ? 'placed' : 'cancelled';
  const cancelled = { ...order, state, deliveries } as const;
  world.orders.set(id, cancelled);
  return shown(cancelled);
}

function acknowledge({ world, id, body }: Call): Answer {
  const parsed = acknowledgeBody.safeParse(body);
  const order = world.orders.get(id);
  if (!order || !parsed.success) return refuse(400, 'Bad body');
  const { orderReference, alarm } = parsed.data;
  const delivery = order.deliveries.find((one) => one.orderReference === orderReference);
  if (delivery?.alarm !== alarm) return refuse(409, 'Not done');
  const closed = { at: '2026-11-21T09:30:00Z', by: 'staff 81290011' };
  const done = { ...delivery, alarm: null, drift: delivery.drift.map((item) => ({ ...item, closed })) };
  const changed = { ...order, deliveries: order.deliveries.map((one) => (one === delivery ? done : one)) };
  world.orders.set(id, changed);
  return shown(changed);
}

function answerRequest({ world, id }: Call): Answer {
  const request = world.dataRequests.find((one) => one.id === id);
  if (!request) return refuse(404, 'Not found');
  const answered = { ...request, answeredAt: '2026-11-21T09:30:00Z', answeredBy: 'staff 81290011' };
  world.dataRequests = world.dataRequests.map((one) => (one === request ? answered : one));
  world.overview = { ...world.overview, dataRequests: { open: 0, nextDueAt: null } };
  return ok(dataRequestView.parse(answered));
}

function putSettings({ world, body }: Call): Answer {
  const patch = z.looseObject({ courier: courierKeysPatch.optional() }).safeParse(body);
  if (!patch.success) return refuse(400, 'Bad body');
  const { courier, ...changes } = patch.data;
  const { courier: keys, ...stored } = world.settings;
  const merged = settings.safeParse(merge(stored, changes));
  if (!merged.success) return refuse(400, 'Not usable');
  const shown = (key: string | null | undefined, before: typeof keys.apiKey) =>
    key === undefined ? before : { set: key !== null, last4: key?.slice(-4) ?? null };
  world.settings = {
    ...merged.data,
    courier: { apiKey: shown(courier?.apiKey, keys.apiKey), testApiKey: shown(courier?.testApiKey, keys.testApiKey) },
  };
  const { paused, automation } = merged.data;
  const unpaused = automation.testMode ? 'test_mode' : 'working';
  const status = paused ? 'paused' : unpaused;
  world.overview = { ...world.overview, status, paused, testMode: automation.testMode };
  return ok(settingsView.parse(world.settings));
}

function dismissSetup({ world }: Call): Answer {
  world.overview = { ...world.overview, setup: { ...world.overview.setup, dismissed: true } };
  return ok({});
}

function chooseLanguage({ world, body }: Call): Answer {
  const parsed = languageChoice.safeParse(body);
  if (!parsed.success) return refuse(400, 'Bad body');
  world.overview = { ...world.overview, ...parsed.data };
  return ok(parsed.data);
}

function rehearse({ world, body }: Call): Answer {
  const parsed = rehearsalBody.safeParse(body);
  if (!parsed.success) return refuse(400, 'Bad body');
  const rules = settings.shape.automation.parse({ ...world.settings.automation, ...parsed.data.automation });
  return ok(rehearsalResult.parse(world.rehearse(rules)));
}

/** Objects by key at every depth, everything else whole. */
function merge(before: unknown, changes: unknown): unknown {
  if (!isRecord(before) || !isRecord(changes)) return changes;
  const merged: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(changes)) merged[key] = merge(merged[key], value);
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
