import { drawAccess } from './draw-access.ts';
import { drawAddresses } from './draw-addresses.ts';
import { drawDispatch } from './draw-dispatch.ts';
import { drawEdits, drawMethods, drawRefunds, drawRisks } from './draw-edits.ts';
import { alsoWhen } from './draw-events.ts';
import { drawExchanges } from './draw-exchanges.ts';
import { drawGone } from './draw-gone.ts';
import { drawLateGoods, drawRouting, drawSwaps } from './draw-late-goods.ts';
import { drawMoves } from './draw-moves.ts';
import { drawPlatform } from './draw-platform.ts';
import type { Scale } from './draw-scale.ts';
import type { Sources } from './draw-sources.ts';
import { drawSecond } from './draw-staff.ts';
import type { SeededRandom } from './seeded-random.ts';
import { dayMs, localDay, slotAt } from './service-row.ts';
import { letDriversStray } from './sim-drivers.ts';
import type { SimWorld } from './sim-world.ts';

/** What is edited, moved, routed, analysed or paid back while orders are under way. */
export function drawChanges(world: SimWorld, sources: Sources, scale: Scale & { serene: boolean }): void {
  drawEdits(world, sources.edits, scale);
  drawMoves(world, sources.moves, scale);
  drawMethods(world, sources.methods, scale);
  drawRisks(world, sources.risks, scale);
  drawRouting(world, sources.routing, scale);
  drawRefunds(world, sources.refunds, scale);
  drawSlots(world, sources.slots);
  drawAddresses(world, sources.addresses, scale);
  drawExchanges(world, sources.exchanges, scale);
  drawPlatform(world, sources.platform, scale);
  drawLateGoods(world, sources.late, scale);
  drawDispatch(world, sources.dispatch);
  letDriversStray(world, sources.strays);
  drawSwaps(world, sources.swaps, scale);
  drawGone(world, sources.gone, scale);
  drawSecond(world, sources.second, scale);
  drawAccess(world, sources.access, scale);
}

/** In some the service has no driver left for the day of some bookings, and gives the day after. */
function drawSlots({ service, scheduler }: SimWorld, slots: SeededRandom): void {
  if (!slots.chance(0.06)) return;
  alsoWhen(service, 'onStored', (row) => {
    if (slots.chance(0.5)) row.slot = slotAt(localDay(scheduler.now() + dayMs));
  });
}
