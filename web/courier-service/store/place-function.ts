/**
 * Several placements of one area in one transaction and one round trip.
 *
 * First the earliest slots with room are locked, as many as are needed, in order of time. The next statement has a newer
 * snapshot (read committed), so it sees what those that held the locks before have taken, and gives the room out in turn: it
 * writes the deliveries, and the slots' counts go up by as many as were written, under their CHECK. A reference already
 * used, even one that another process is just writing, is left out by its unique constraint and takes no room. In one
 * statement, the lock and the count would see two states of a slot: a slot went over its capacity so.
 *
 * Locks are taken in one order, slots by time and then references by name: no deadlock.
 */
export const PLACE_FUNCTION = `
create function courier_place(incoming json, in_area text, from_at timestamptz, until_at timestamptz, placed_at timestamptz)
returns table (pos integer, seq bigint, start_at timestamptz, end_at timestamptz, has_slot boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  wanted integer := json_array_length(incoming);
  slot record;
  starts timestamptz[] := '{}';
  ends timestamptz[] := '{}';
  rooms integer[] := '{}';
  room integer := 0;
begin
  for slot in
    select c.start_at, c.end_at, c.capacity - c.taken as places from courier_slot c
    where c.area = in_area and c.start_at >= from_at and c.start_at < until_at and c.open and c.taken < c.capacity
    order by c.start_at
    for update
  loop
    starts := starts || slot.start_at;
    ends := ends || slot.end_at;
    rooms := rooms || slot.places;
    room := room + slot.places;
    exit when room >= wanted;
  end loop;

  return query
  with sent as (
    select * from json_to_recordset(incoming) as i(pos integer, account text, order_reference text collate "C",
      customer_identifier text, distance_m integer, time_s integer, request json, resolved json)
  ), fresh as (
    select i.*, row_number() over (order by i.order_reference, i.pos) as turn from sent i
    where not exists (select from courier_delivery d where d.order_reference = i.order_reference)
  ), spread as (
    select s.start_at, s.end_at, s.places, sum(s.places) over (order by s.start_at) as upto
    from unnest(starts, ends, rooms) as s(start_at, end_at, places)
  ), assigned as (
    select f.*, s.start_at, s.end_at, nextval('courier_delivery_seq') as seq
    from fresh f join spread s on f.turn > s.upto - s.places and f.turn <= s.upto
  ), made as (
    insert into courier_delivery (seq, account, order_reference, customer_identifier, state, area, slot_start, slot_end,
      distance_m, time_s, request, resolved, created_at, updated_at)
    select a.seq, a.account, a.order_reference, a.customer_identifier, 'PENDING PICKUP', in_area, a.start_at, a.end_at,
      a.distance_m, a.time_s, a.request, a.resolved, placed_at, placed_at
    from assigned a order by a.turn
    on conflict (order_reference) do nothing
    returning seq, slot_start
  ), counted as (
    update courier_slot s set taken = s.taken + m.places
    from (select slot_start, count(*)::integer as places from made group by slot_start) m
    where s.area = in_area and s.start_at = m.slot_start
  )
  select i.pos, m.seq, a.start_at, a.end_at, f.pos is null or a.pos is not null
  from sent i
    left join fresh f on f.pos = i.pos
    left join assigned a on a.pos = i.pos
    left join made m on m.seq = a.seq;
end $$`;
