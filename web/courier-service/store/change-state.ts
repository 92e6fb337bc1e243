import type { State } from '../schemas/record.ts';
import { type DeliveryRow, ROW_COLUMNS } from './delivery-row.ts';
import { type Database, run } from './statements.ts';
import { statesBefore } from './transitions.ts';

const MOVED_COLUMNS = ROW_COLUMNS.split(', ')
  .map((column) => `moved.${column}`)
  .join(', ');

/**
 * Moves what `condition` selects, gives the room of a cancelled delivery back (or takes it again: a full slot grows) and writes
 * the outbox, in one statement.
 * The state is compared again under the row's lock, so of two that race for one delivery the second finds nothing.
 * $1 new state, $2 now, $3 states it may come from (JSON).
 */
function change(condition: string): string {
  return `with moved as (
      update courier_delivery d set state = $1, updated_at = $2::timestamptz
      where d.state in (select jsonb_array_elements_text($3::jsonb)) and ${condition}
      returning *
    ), room as (
      update courier_slot s set taken = s.taken + f.places, capacity = greatest(s.capacity, s.taken + f.places)
      from (
        select area, slot_start, sum(case state when 'CANCELLED' then -1 else 1 end)::integer as places
        from moved where state in ('CANCELLED', 'PENDING PICKUP') group by area, slot_start
      ) f
      where s.area = f.area and s.start_at = f.slot_start
    ), told as (
      insert into courier_notification (webhook_id, delivery_seq, state, occurred_at, next_attempt_at)
      select w.id, moved.seq, moved.state, $2::timestamptz, $2::timestamptz
      from moved join courier_webhook w on w.account = moved.account
      order by moved.seq
    )
    select ${MOVED_COLUMNS} from moved`;
}

const ONE = change('d.seq = $4::bigint');
const PICKED_UP =
  change(`d.seq in (select seq from courier_delivery where state = 'PENDING PICKUP' and slot_start <= $4::timestamptz
    order by seq limit 500 for update skip locked)`);
const DELIVERED = change(`d.seq in (select seq from courier_delivery where state = 'PENDING DROPOFF'
    and slot_start + make_interval(secs => time_s) <= $4::timestamptz and ($5::integer = 0 or seq % $5::integer <> 0)
    order by seq limit 500 for update skip locked)`);
const FAILED = change(`d.seq in (select seq from courier_delivery where state = 'PENDING DROPOFF'
    and slot_start + make_interval(secs => time_s) <= $4::timestamptz and $5::integer > 0 and seq % $5::integer = 0
    order by seq limit 500 for update skip locked)`);
const RETURNED = change(`d.seq in (select seq from courier_delivery where state = 'FAILED'
    and updated_at + make_interval(secs => time_s) <= $4::timestamptz order by seq limit 500 for update skip locked)`);

/** Moves one delivery; null where its state does not allow it (any more). */
export async function changeState(
  database: Database,
  change: { seq: string; to: State; nowMs: number },
): Promise<DeliveryRow | null> {
  const { seq, to, nowMs } = change;
  const [row] = await run<DeliveryRow>(database, ONE, [to, new Date(nowMs), JSON.stringify(statesBefore(to)), seq]);
  return row ?? null;
}

/**
 * What drivers would have done by now: collected at the slot's start, delivered after the estimated time. Every
 * `failEvery`th parcel (0: none) is not taken in, and is brought back after the same time again.
 */
export async function moveDrivers(database: Database, nowMs: number, failEvery: number): Promise<number> {
  const now = new Date(nowMs);
  const steps = [
    [PICKED_UP, 'PENDING DROPOFF'],
    [DELIVERED, 'DELIVERED'],
    [FAILED, 'FAILED'],
    [RETURNED, 'RETURNED'],
  ] as const;
  let moved = 0;
  for (const [statement, to] of steps) {
    const share = statement === DELIVERED || statement === FAILED ? [failEvery] : [];
    moved += (await run(database, statement, [to, now, JSON.stringify(statesBefore(to)), now, ...share])).length;
  }
  return moved;
}
