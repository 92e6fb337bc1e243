import { staffPhones } from '#placement/changed-phone.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { isPaid, type ShopOrder } from '#placement/shop-order.ts';
import { noteHash, type OrderRecord } from '../order.ts';

const longestName = 100;

/** An order of which nothing is decided: little enough to be stored whatever it holds. `now`: epoch ms. */
export function newOrder(shop: ShopDomain, snapshot: ShopOrder, now: number): OrderRecord {
  const { id, number, name, test, processedAt } = snapshot;
  return {
    shop,
    orderId: id,
    number,
    name: name.slice(0, longestName).toWellFormed(),
    customerName: null,
    state: 'queued',
    reason: null,
    waitsFor: null,
    rules: [],
    testOrder: test,
    paid: isPaid(snapshot),
    processedAt: Date.parse(processedAt) || now,
    paidAt: null,
    // Older than any news: what comes next is looked at.
    shopifyUpdatedAt: 0,
    cancelledAt: null,
    openedAt: null,
    fraudRisk: null,
    locationIds: [],
    dueAt: null,
    wordUntil: null,
    sendableFrom: null,
    prepared: [],
    corrections: {},
    givenAtFault: null,
    firstPhones: staffPhones(snapshot),
    saidWhenCorrected: {},
    noteHash: noteHash(null),
    ownWrite: null,
    echoFingerprint: null,
    firstSeenAt: now,
    updatedAt: now,
  };
}
