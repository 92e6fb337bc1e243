import type { PlantedBug } from './planted-bug.ts';
import { plantedInCalls } from './planted-in-calls.ts';
import { plantedInGoods } from './planted-in-goods.ts';
import { plantedInLife } from './planted-in-life.ts';
import { plantedInOrders } from './planted-in-orders.ts';

/** Faults that a queue, a client or a hurried change would bring in. The simulation must see every one of them. */
export const plantedBugs: readonly PlantedBug[] = [
  ...plantedInCalls,
  ...plantedInOrders,
  ...plantedInGoods,
  ...plantedInLife,
];
