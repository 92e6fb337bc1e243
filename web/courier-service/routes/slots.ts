import { Router } from 'express';
import { Refusal } from '../refusal.ts';
import { localInstant, openWindow } from '../scheduler/schedule.ts';
import type { ServiceContext } from '../service-context.ts';
import { listSlots } from '../store/slots.ts';
import { inTime } from '../store/statements.ts';
import { onlyMethods } from './only-methods.ts';

/** `GET /v1/slots`: the slots that can be taken now, by area, with the room they have left. */
export function slotRoutes(context: ServiceContext): Router {
  const { database, settings, slots } = context;
  const router = Router();
  router
    .route('/slots')
    .get(async (request, response) => {
      const area = request.query['area'] ?? null;
      if (area !== null && !settings.areas.some(({ id }) => id === area)) {
        const known = settings.areas.map(({ id }) => id).join(', ');
        throw new Refusal(422, 'unknown_area', `area: must be one of ${known}`);
      }
      const nowMs = context.now();
      const query = { ...openWindow(nowMs, settings), area: area as string | null };
      const rows = await inTime(slots.offerAhead(nowMs).then(() => listSlots(database, query)));
      response.json({
        slots: rows.map((row) => ({
          area: row.area,
          start: localInstant(row.start_at.getTime()),
          end: localInstant(row.end_at.getTime()),
          capacity: row.capacity,
          available: row.capacity - row.taken,
        })),
      });
    })
    .all(onlyMethods('GET'));
  return router;
}
