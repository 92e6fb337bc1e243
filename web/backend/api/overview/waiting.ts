import type { Overview, WaitingOrder as Row } from '#api-contract/overview.ts';
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
    return [
      {
        orderId: order.orderId,
        orderName: order.name,
        orderReference: delivery?.order_reference ?? null,
        customerName: order.customerName,
        reason,
        paidAt: order.paidAt === null ? null : new Date(order.paidAt).toISOString(),
        deadlineAt: deadline?.toISOString() ?? null,
        missing: missingOf(order, delivery),
      },
    ];
  });
  return { waiting: rows, waitingCount: total };
}

const missing: Record<string, Row['missing']> = {
  dropoff_phone_missing: 'dropoff_contact_phone',
  dropoff_name_missing: 'dropoff_contact_name',
  dropoff_address_missing: 'dropoff_address',
};

/** Once something was recorded to be sent, what may be corrected depends on its fate: the order's page shows that. */
function missingOf({ reason }: WaitingOrder['order'], delivery: WaitingOrder['delivery']): Row['missing'] {
  return delivery === null && reason ? (missing[reason.code] ?? null) : null;
}
