import type { CourierSettings } from '../config.ts';
import { localDate, slotsAhead } from '../scheduler/schedule.ts';
import { type Database, run } from './statements.ts';

const OFFER = `with offered as (
      select * from jsonb_to_recordset($1::jsonb) as o(area text, start_at timestamptz, end_at timestamptz, capacity integer)
    ), closed as (
      update courier_slot s set open = false
      where s.open and s.start_at >= $2::timestamptz
        and not exists (select from offered o where o.area = s.area and o.start_at = s.start_at)
    )
    insert into courier_slot as s (area, start_at, end_at, capacity)
    select area, start_at, end_at, capacity from offered order by area, start_at
    on conflict (area, start_at) do update
      set open = true, end_at = excluded.end_at, capacity = greatest(excluded.capacity, s.taken)`;

/**
 * Keeps a row for every slot open for placing. Called before each placement, it works only when the day changes. What
 * is already taken stays, also where the configuration now offers less room, other hours or no such slot.
 */
export function slotKeeper(database: Database, settings: CourierSettings) {
  let ready: { date: string; done: Promise<unknown> } | undefined;

  function offer(nowMs: number): Promise<unknown> {
    const slots = slotsAhead(nowMs, settings);
    const rows = settings.areas.flatMap((area) =>
      slots.map(({ startMs, endMs }) => ({
        area: area.id,
        start_at: new Date(startMs).toISOString(),
        end_at: new Date(endMs).toISOString(),
        capacity: area.capacityPerSlot ?? settings.capacityPerSlot,
      })),
    );
    return run(database, OFFER, [JSON.stringify(rows), new Date(nowMs)]);
  }

  return {
    async offerAhead(nowMs: number): Promise<void> {
      const date = localDate(nowMs);
      if (ready?.date !== date) {
        const done = offer(nowMs);
        const attempt = { date, done };
        ready = attempt;
        done.catch(() => {
          ready = ready === attempt ? undefined : ready;
        });
      }
      await ready.done;
    },
    forget(): void {
      ready = undefined;
    },
  };
}

export type SlotKeeper = ReturnType<typeof slotKeeper>;

const LIST = `select area, start_at, end_at, capacity, taken from courier_slot
    where open and start_at >= $1::timestamptz and start_at < $2::timestamptz and ($3::text is null or area = $3)
    order by start_at, area`;

export interface SlotRow {
  area: string;
  start_at: Date;
  end_at: Date;
  capacity: number;
  taken: number;
}

/** Slots that start in `[fromMs, untilMs)`, full ones too. */
export function listSlots(
  database: Database,
  query: { fromMs: number; untilMs: number; area: string | null },
): Promise<SlotRow[]> {
  return run<SlotRow>(database, LIST, [new Date(query.fromMs), new Date(query.untilMs), query.area]);
}
