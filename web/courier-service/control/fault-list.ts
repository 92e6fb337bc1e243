import type { Fault, FaultOrder } from './fault-schema.ts';

export interface SeenBy {
  method: string;
  path: string;
  body: string;
}

/** The faults ordered so far. The first that matches a request is met, and used up by one. */
export function faultList() {
  let orders: { id: number; order: FaultOrder; left: number; met: number }[] = [];
  let nextId = 1;
  return {
    add(order: FaultOrder): number {
      const id = nextId++;
      orders.push({ id, order, left: order.times ?? Number.POSITIVE_INFINITY, met: 0 });
      return id;
    },
    remove(id: number): boolean {
      const before = orders.length;
      orders = orders.filter((entry) => entry.id !== id);
      return orders.length < before;
    },
    clear(): void {
      orders = [];
    },
    list() {
      return orders.map(({ id, order, left, met }) => ({
        id,
        ...order,
        left: Number.isFinite(left) ? left : null,
        met,
      }));
    },
    meet(request: SeenBy): Fault | null {
      const entry = orders.find(
        ({ order, left }) => left > 0 && matches(order, request) && Math.random() < order.probability,
      );
      if (!entry) {
        return null;
      }
      entry.left -= 1;
      entry.met += 1;
      return entry.order.fault;
    },
  };
}

export type FaultList = ReturnType<typeof faultList>;

function matches({ match }: FaultOrder, { method, path, body }: SeenBy): boolean {
  const { orderReference } = match;
  return (
    (match.method === undefined || match.method === method) &&
    (match.path === undefined || path.startsWith(match.path.replace(/\*$/, ''))) &&
    (orderReference === undefined ||
      path.includes(encodeURIComponent(orderReference)) ||
      body.includes(`"order_reference":${JSON.stringify(orderReference)}`))
  );
}
