import express, { type Router } from 'express';
import { StoreRefusal } from '../state/refusal.ts';
import type { StoreControls } from '../store-simulator.ts';
import { wireJson } from '../webhooks/wire-json.ts';

type Call = (...args: unknown[]) => unknown;

/** A steering call by its name, `faults.next` for nested ones; null where there is none. */
function callNamed(controls: StoreControls, name: string): Call | null {
  const [first = '', second] = name.split('.');
  if (!Object.hasOwn(controls, first)) {
    return null;
  }
  const member: unknown = controls[first as keyof StoreControls];
  if (second === undefined) {
    return typeof member === 'function' ? (member as Call) : null;
  }
  if (member === null || typeof member !== 'object' || !Object.hasOwn(member, second)) {
    return null;
  }
  const nested = (member as Record<string, unknown>)[second];
  return typeof nested === 'function' ? (nested as Call) : null;
}

/** `POST /_store/<call>` with the arguments as a JSON list; answers `{result}` or `{error}`. */
export function controlRoutes(controls: StoreControls): Router {
  const router = express.Router();
  router.use(express.json({ limit: '20mb' }));
  router.get('/health', (_request, response) => void response.json({ ok: true }));
  router.post('/:call', async (request, response) => {
    const call = callNamed(controls, request.params.call);
    if (!call || !Array.isArray(request.body)) {
      throw new StoreRefusal('no such call, or no list of arguments', 404);
    }
    const result = (await call(...(request.body as unknown[]))) ?? null;
    response.type('json').send(wireJson({ result }));
  });
  return router;
}
