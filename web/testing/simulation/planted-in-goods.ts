import { one, type PlantedBug } from './planted-bug.ts';

/** Faults in which goods go with which driver, and in what is told of them afterwards. */
export const plantedInGoods: readonly PlantedBug[] = [
  one(
    'posted goods go beside those of the driver',
    'placement/goods.ts',
    'const chosen = unmatched ? toPress : wanted',
    'const chosen = toPress',
  ),
  one(
    'goods that were added raise no alarm',
    'deliveries/run/drift.ts',
    'if (host) tell(host, addedGoods(added));',
    '',
  ),
  one(
    'whom goods go to is not compared once they left the shelf',
    'deliveries/run/map-goods.ts',
    '?? handedOverAt(locationKey)',
    '?? null',
  ),
  {
    name: 'live orders go to the test service in test mode',
    edits: [
      {
        file: '/web/placement/timing-rules.ts',
        find: "if (order.test) return notApplied('The order is a test order.');",
        replace: "return notApplied('The order is a test order.');",
      },
      {
        file: '/web/deliveries/run/new-delivery.ts',
        find: "({ snapshot }: Plan): DeliveryRecord['mode'] => (snapshot.test ?",
        replace:
          "({ snapshot, context }: Plan): DeliveryRecord['mode'] => (snapshot.test || context.shop.settings.automation.testMode ?",
      },
    ],
  },
  one(
    'the note of a cancelled delivery promises its slot',
    'deliveries/run/record-write-back.ts',
    "if (state === 'cancelled') {",
    'if (false) {',
  ),
  one(
    'a change behind a correction raises no alarm',
    'placement/drift.ts',
    'if (said === null) return [];',
    'return [];',
  ),
];
