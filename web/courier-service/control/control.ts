import express, { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { readBytes } from '../http/read-json.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from '../schemas/parse.ts';
import { state } from '../schemas/record.ts';
import type { ServiceContext } from '../service-context.ts';
import type { DriverSimulation } from '../simulation.ts';
import { changeState } from '../store/change-state.ts';
import { type DeliveryRow, seqOfId, toRecord } from '../store/delivery-row.ts';
import { eraseEverything, everyDelivery, everySlot } from '../store/inspect.ts';
import { everyNotification } from '../store/outbox.ts';
import { applyFault } from './apply-fault.ts';
import type { ControlledClock } from './clock.ts';
import { type FaultList, faultList } from './fault-list.ts';
import { faultOrder } from './fault-schema.ts';
import { readableBody, type SeenRequest, type SeenRequests, seenRequests, withoutKeys } from './seen-requests.ts';

const clockOrder = z.strictObject({
  now: z.union([z.iso.datetime({ offset: true }).transform(Date.parse), z.int()]).optional(),
  advanceMs: z.int().min(0).optional(),
  speed: z.number().positive().max(1_000_000).optional(),
});
const simulationOrder = z.strictObject({
  running: z.boolean(),
  speed: z.number().min(1).max(1_000_000).optional(),
  skipIdle: z.boolean().default(false),
});

export interface Control {
  /** Records every request of the interface and meets the faults ordered; goes before everything else. */
  watch: RequestHandler;
  routes: Router;
}

/** Everything under `/_control`. Tests and the demo steer the service by it; it does not exist unless control is on. */
export function createControl(context: ServiceContext, clock: ControlledClock, simulation: DriverSimulation): Control {
  const faults = faultList();
  const seen = seenRequests();

  const watch: RequestHandler = (request, response, next) => {
    readBytes(request, response, (error?: unknown) => {
      const { method, originalUrl: path } = request;
      const entry: SeenRequest = {
        at: new Date(context.now()).toISOString(),
        method,
        path,
        headers: withoutKeys(request.headers),
        body: readableBody(request.body),
        status: null,
      };
      seen.add(entry);
      response.once('finish', () => {
        entry.status = response.statusCode;
      });
      const body = entry.body === null ? '' : JSON.stringify(entry.body);
      const fault = faults.meet({ method, path, body });
      if (!fault) {
        next(error);
        return;
      }
      applyFault(fault, response).then((goesOn) => (goesOn ? next(error) : undefined), next);
    });
  };

  const routes = Router();
  routes.use(express.json({ limit: '60mb', strict: false }));
  addFaultRoutes(routes, faults, seen);
  addClockRoutes(routes, context, clock, simulation);
  addInspectionRoutes(routes, context);
  const simulated = context.settings.simulation;
  routes.post('/reset', async (_request, response) => {
    faults.clear();
    seen.clear();
    clock.reset();
    simulation.run({ running: simulated.enabled, speed: simulated.speed, skipIdle: false });
    await eraseEverything(context.database);
    context.slots.forget();
    response.json({ reset: true });
  });
  return { watch, routes };
}

function addFaultRoutes(routes: Router, faults: FaultList, seen: SeenRequests): void {
  routes.get('/faults', (_request, response) => void response.json({ faults: faults.list() }));
  routes.post('/faults', (request, response) => {
    response.status(201).json({ id: faults.add(parseBody(faultOrder, request.body)) });
  });
  routes.delete('/faults', (_request, response) => {
    faults.clear();
    response.json({ faults: [] });
  });
  routes.delete(
    '/faults/:id',
    (request, response) => void response.json({ removed: faults.remove(Number(request.params.id)) }),
  );
  routes.get('/requests', (_request, response) => void response.json({ requests: seen.list() }));
  routes.delete('/requests', (_request, response) => {
    seen.clear();
    response.json({ requests: [] });
  });
}

function addClockRoutes(
  routes: Router,
  context: ServiceContext,
  clock: ControlledClock,
  simulation: DriverSimulation,
): void {
  routes.get('/clock', (_request, response) => void response.json({ now: new Date(context.now()).toISOString() }));
  routes.post('/clock', async (request, response) => {
    const { now, advanceMs, speed } = parseBody(clockOrder, request.body);
    if (now !== undefined) {
      clock.set(now);
    }
    clock.advance(advanceMs ?? 0);
    if (speed !== undefined) {
      clock.speedUp(speed);
    }
    await simulation.tick();
    context.wakeDispatcher();
    response.json({ now: new Date(context.now()).toISOString() });
  });
  routes.get('/simulation', (_request, response) => {
    response.json({ ...simulation.state(), now: new Date(context.now()).toISOString() });
  });
  routes.post('/simulation', async (request, response) => {
    const { running, speed = clock.speed(), skipIdle } = parseBody(simulationOrder, request.body);
    simulation.run({ running, speed, skipIdle });
    await simulation.tick();
    response.json({ ...simulation.state(), now: new Date(context.now()).toISOString() });
  });
}

function addInspectionRoutes(routes: Router, context: ServiceContext): void {
  const shown = (row: DeliveryRow) => toRecord(row, context.baseUrl());
  routes.get('/deliveries', async (_request, response) => {
    response.json({ deliveries: (await everyDelivery(context.database)).map(shown) });
  });
  routes.post('/deliveries/:id/state', async (request, response) => {
    const { to } = parseBody(z.strictObject({ to: state }), request.body);
    const seq = seqOfId(request.params.id);
    const row = seq === null ? null : await changeState(context.database, { seq, to, nowMs: context.now() });
    if (!row) {
      throw new Refusal(409, 'no_transition', `This delivery cannot become ${to}.`);
    }
    context.wakeDispatcher();
    response.json(shown(row));
  });
  routes.get('/slots', async (_request, response) => void response.json({ slots: await everySlot(context.database) }));
  routes.get('/notifications', async (_request, response) => {
    response.json({ notifications: await everyNotification(context.database) });
  });
}
