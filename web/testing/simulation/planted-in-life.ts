import { one, type PlantedBug } from './planted-bug.ts';

/** Faults after booking: in cancelling at the service, and in what the service says of its driver. */
export const plantedInLife: readonly PlantedBug[] = [
  one(
    'a lost answer to cancelling taken for a yes',
    'deliveries/run/record-cancel.ts',
    `    case 'failed':
      return tryLater(delivery, now, context);
  }
}

function tryLater`,
    `    case 'failed':
      return cancelledAtService(delivery, now);
  }
}

function tryLater`,
  ),
  one(
    'the end of an order wants nothing cancelled',
    'deliveries/run/want-cancelled.ts',
    'return beginCancelling({ ...delivery, drift }, cancellationOfEnd(now));',
    'return delivery;',
  ),
  one(
    'a driver of an ended order stays without an alarm',
    'deliveries/run/want-cancelled.ts',
    'beginCancelling({ ...delivery, drift }, cancellationOfEnd(now))',
    'beginCancelling(delivery, cancellationOfEnd(now))',
  ),
  one(
    'a driver is not asked after once the goods are collected',
    'deliveries/run/next-look.ts',
    "const finalStates: readonly Progress[] = ['delivered', 'returned'];",
    "const finalStates: readonly Progress[] = ['on_its_way', 'delivered', 'returned'];",
  ),
  one(
    'what came back is told to nobody',
    'deliveries/run/take-news.ts',
    'const told = { ...known, ...lifeDrift(known, isReplaced) };',
    'const told = known;',
  ),
  one(
    'a refusal after a lost answer to a cancel taken for a no',
    'deliveries/run/record-cancel.ts',
    `return context.wasAsked
        ? tryLater(delivery, now, context)
        : stillBooked(delivery, 'refused', outcome.message, now);`,
    "return stillBooked(delivery, 'refused', outcome.message, now);",
  ),
  one(
    'goods fulfilled before the driver has them',
    'deliveries/run/follow-up.ts',
    "return fulfil === 'placed' || delivery.progress",
    'return true || delivery.progress',
  ),
  one(
    'a tag for each order of a shop that wants none',
    'deliveries/run/follow-up.ts',
    '...(tags && untagged.length > 0',
    '...(untagged.length > 0',
  ),
];
