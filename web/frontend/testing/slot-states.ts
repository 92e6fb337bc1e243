import { alarm, booked, changed, listed, says, waits } from './order-state.ts';
import type { ShownState } from './shown-state.ts';

/** A driver comes at a time that may not do. */
export const slotStates: ShownState[] = [
  {
    name: 'later-than-promised',
    world: booked(alarm('later_day', 'delivery_day', '2026-11-21', '2026-11-20'), changed('later_day')),
    screens: {
      ...waits(/^#1042: the driver comes on a later day/),
      ...listed(/Booked.*Needs you/),
      ...says(/^The driver comes later than promised/),
    },
  },
  {
    name: 'closed-in-slot',
    world: booked(
      alarm('location_closed', 'slot', 'Sat 21 Nov 2026, 14:00–16:00', 'closed'),
      changed('location_closed'),
    ),
    screens: {
      ...waits(/^#1042: the location is closed in the driver's slot, Sat 21 Nov/),
      ...listed(/Booked.*Needs you/),
      ...says(/^The location is closed in the driver's slot/),
    },
  },
];
