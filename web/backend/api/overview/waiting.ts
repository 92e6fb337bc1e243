import { type Overview, type WaitingOrder as Row, waitingOrder } from '#api-contract/overview.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import { deadlineOf, tooLateBefore } from '#placement/cut-off.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import type { WaitingOrder } from '#storage/panel/waiting-orders.ts';

const mostWaiting = 20;

/** What waits for a person in a shop; `timeZone` is the service's, `now` epoch ms. Names buyers. */
export async function waitingOf(
  reads: PanelReads,
  { domain: shop, settings }: ShopRecord,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<Pick<Overview, 'waiting' | 'waitingCount'>> {
  const lateBefore = new Date(tooLateBefore(settings.automation, timeZone, now));
  const { waiting, total } = await reads.waiting(shop, { lateBefore, limit: mostWaiting });
  const rows = waiting.flatMap(({ order, delivery }): Row[] => {
    const reason = delivery?.reason ?? order.reason;
    if (!reason) return [];
    const deadline = delivery ? delivery.deadline_at : new Date(deadlineOf(order, settings.automation, timeZone));
    const field = fieldOf(order, delivery);
    return [
      {
        orderId: order.orderId,
        orderName: order.name,
        orderReference: delivery?.order_reference ?? null,
        customerName: order.customerName,
        reason,
        paidAt: order.paidAt === null ? null : new Date(order.paidAt).toISOString(),
        deadlineAt: deadline?.toISOString() ?? null,
        field,
        given: field === null ? null : order.givenAtFault,
      },
    ];
  });
  return { waiting: rows, waitingCount: total };
}

/** Once something was recorded to be sent, what may be corrected depends on its fate: the order's page shows that. */
function fieldOf({ reason }: WaitingOrder['order'], delivery: WaitingOrder['delivery']): Row['field'] {
  if (delivery !== null || !reason?.code.startsWith('dropoff_')) return null;
  return waitingOrder.shape.field.safeParse(reason.field).data ?? null;
}
