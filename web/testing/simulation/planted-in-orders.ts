import { one, type PlantedBug } from './planted-bug.ts';

/** Faults in what an order is taken for: its news, its holds, its deliveries, its note. */
export const plantedInOrders: readonly PlantedBug[] = [
  {
    name: 'a refused press is remembered',
    edits: [
      {
        file: '/web/deliveries/actions/send-again.ts',
        find: "if (result === 'stale' || result.kind === 'sent' || result.kind === 'not_found') return decided;",
        replace: "if (result === 'stale' || decided.change !== null) return decided;",
      },
      {
        file: '/web/deliveries/run/apply-snapshot.ts',
        find: "verdict !== 'skipped' && verdict !== 'cancelled';",
        replace: "verdict !== 'cancelled';",
      },
    ],
  },
  one(
    'a second driver taken back for goods that were gone when it was sent',
    'deliveries/run/judge.ts',
    'return isActedOn(delivery, person) ? (delivery.word ?? []) : delivery.word;',
    'return isActedOn(delivery, person) || delivery.word !== null ? [] : null;',
  ),
  one(
    'an order that is gone from Shopify goes on waiting',
    'deliveries/run/run-order.ts',
    'if (order) return isOurs(await running.take((aggregate) => goneFromShopify(aggregate, ids)));',
    '',
  ),
  one(
    'what a pause held is forgotten',
    'deliveries/run/run-order.ts',
    "!isWaitingFor(delivery, 'service', 'settings')",
    "!isWaitingFor(delivery, 'service')",
  ),
  one(
    'a pause that promises to go on by itself',
    'placement/timing-rules.ts',
    "placementReason('paused')",
    "placementReason('paused', {}, { retrying: true })",
  ),
  one(
    'a stale snapshot applied',
    'deliveries/run/apply-snapshot.ts',
    'return order !== null && Date.parse(snapshot.updatedAt) < order.shopifyUpdatedAt;',
    'return false;',
  ),
  {
    name: 'a change after placing sends again',
    edits: [
      {
        file: '/web/deliveries/transitions.ts',
        find: "['placed', 'placing', 'confirming', 'cancelled']",
        replace: "['placing', 'confirming', 'cancelled']",
      },
      {
        file: '/web/deliveries/transitions.ts',
        find: "placed: ['cancelled'],",
        replace: "placed: ['queued', 'held', 'cancelled', 'needs_attention'],",
      },
    ],
  },
  one(
    'a request that may exist is mapped anew',
    'deliveries/transitions.ts',
    '!delivery.uncertain && !delivery.everUnknown && !untouchable',
    '!untouchable',
  ),
  one(
    'the second location forgotten',
    'deliveries/run/plan.ts',
    'const created = fresh.map(',
    'const created = fresh.slice(0, 1).map(',
  ),
  one(
    'a rename forgets which delivery it names',
    'placement/order-reference.ts',
    'index: Number(index ?? 1) - 1',
    'index: Number(index ?? 0) - 1',
  ),
  one("the merchant's note overwritten", 'placement/note-line.ts', "const before = note ?? '';", "const before = '';"),
  one(
    'a second line for the same delivery',
    'placement/note-line.ts',
    'if (at !== -1) return',
    'if (at === -2) return',
  ),
  one(
    'a delivery placed meanwhile counted as written',
    'deliveries/run/record-write-back.ts',
    'const known = new Map(shown.map',
    'const known = new Map(stored.map',
  ),
  {
    name: 'a second press sends a third driver',
    edits: [
      {
        file: '/web/deliveries/order.ts',
        find: 'return deliveries.filter(({ orderReference }) => !replaced.has(orderReference));',
        replace: 'return [...deliveries];',
      },
      {
        file: '/web/deliveries/actions/send-as-new.ts',
        find: 'if (body.newReference !== wanted) return refuse(usedReference(body.newReference));',
        replace: '',
      },
    ],
  },
  one(
    'our own write hides what a lost webhook said',
    'deliveries/run/reconcile.ts',
    '(!isEcho || now - updatedAt > echoMs)',
    '!isEcho',
  ),
];
