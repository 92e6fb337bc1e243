import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { deniesDriver } from '../denies-driver.ts';
import type { ChaosWorld } from './chaos-world.ts';

/** What the app says of its orders, held against what the service has. */
export interface Balance {
  placed: number;
  needsAttention: number;
  /** Orders that are neither placed with the service's own id nor at rest for a stated reason. */
  unexplained: number;
  /** Deliveries beyond the first of an order: every order has a customer of its own. */
  doubled: number;
}

interface OrderAnswer {
  state?: string;
  reason?: { message: string; nextStep: string | null } | null;
  deliveries?: { deliveryId: string | null; state: string }[];
}

/** Asks the app about every order, and compares with the deliveries that the service really has. */
export async function balanceOf(
  world: ChaosWorld,
  orders: readonly { shop: string; number: number }[],
): Promise<Balance> {
  const idsAtService = new Map<string, string[]>();
  for (const { customer, id } of world.courier.deliveries.values()) {
    idsAtService.set(customer, [...(idsAtService.get(customer) ?? []), id]);
  }
  const ends = await sideBySide(orders, 10, async ({ shop, number }) => {
    const { body } = await world.fleet.api('GET', `/api/orders/${number}`, shop);
    return endOf(body as OrderAnswer, idsAtService.get(`7${number}`) ?? []);
  });
  const count = (end: ReturnType<typeof endOf>) => ends.filter((other) => other === end).length;
  return {
    placed: count('placed'),
    needsAttention: count('needs_attention'),
    unexplained: count('unexplained'),
    doubled: world.courier.deliveries.size - idsAtService.size,
  };
}

function endOf(
  { state, reason, deliveries = [] }: OrderAnswer,
  idsAtService: readonly string[],
): 'placed' | 'needs_attention' | 'unexplained' {
  const ids = deliveries.filter((delivery) => delivery.state === 'placed').map(({ deliveryId }) => deliveryId);
  if (state === 'placed' && ids.length === 1 && ids[0] === idsAtService[0]) return 'placed';
  const untrue = deniesDriver(reason ?? null) && idsAtService.length > 0;
  return state === 'needs_attention' && reason && !untrue ? 'needs_attention' : 'unexplained';
}
