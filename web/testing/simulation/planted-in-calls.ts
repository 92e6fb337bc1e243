import { one, type PlantedBug } from './planted-bug.ts';

/** Faults around a call: before its claim, in its answer, at the circuit breaker in front of it. */
export const plantedInCalls: readonly PlantedBug[] = [
  one(
    'webhooks marked done before the decision is committed',
    'deliveries/run/run-order.ts',
    'const loaded = await ports.orders.load(run.shop, run.orderId);',
    `const loaded = await ports.orders.load(run.shop, run.orderId);
     if (loaded.order) await markKnown(ports, loaded.order, loaded.webhooks);`,
  ),
  one(
    'sent before the claim is committed',
    'deliveries/run/place-delivery.ts',
    'const first = await take(null);',
    `if (delivery.state === 'queued' && shop.accounts[delivery.mode]) void ports.courier.place(shop.accounts[delivery.mode], delivery.body);
     const first = await take(null);`,
  ),
  one(
    'no fence check when an answer is written down',
    'deliveries/run/record-answer.ts',
    'if (!delivery || delivery.fence !== context.fence) return',
    'if (!delivery) return',
  ),
  one(
    'no fence check when a look-up is written down',
    'deliveries/run/record-lookup.ts',
    "if (!delivery || delivery.fence !== context.fence) return { change: null, result: { kind: 'fenced' } };",
    "if (!delivery) return { change: null, result: { kind: 'fenced' } };",
  ),
  one(
    'a claim without a new fence',
    'deliveries/run/claim.ts',
    `    fence: delivery.fence + 1,
    leaseUntil: now + leaseMs,`,
    '    leaseUntil: now + leaseMs,',
  ),
  one('a lease shorter than the call', 'deliveries/run/claim.ts', 'leaseUntil: now + leaseMs,', 'leaseUntil: now + 5,'),
  one(
    'a lease taken from whoever holds it',
    'deliveries/run/claim.ts',
    'if (stored.leaseUntil !== null && stored.leaseUntil > now) {',
    'if (false) {',
  ),
  one(
    'a new reference per attempt',
    'deliveries/run/claim.ts',
    'attempts: delivery.attempts + 1,',
    'attempts: delivery.attempts + 1, body: delivery.attempts === 0 ? delivery.body : delivery.body.replace(/"order_reference":"[^"]*/, "$&-A"),',
  ),
  one(
    'duplicate taken for success',
    'deliveries/run/record-answer.ts',
    'return { ...confirming(delivery, now), duplicate: true, leaseUntil: now + context.leaseMs };',
    "return transition(delivery, 'placed', reason('slot_not_recognised', {}), now, { uncertain: false, placedAt: now });",
  ),
  one(
    'a refusal is tried again',
    'deliveries/run/record-answer.ts',
    "return transition(delivery, 'needs_attention', why, now, sureNo);",
    'return retryLater(delivery, now, { ...sureNo, dueAt: later });',
  ),
  one(
    'a lost answer taken for "nothing happened"',
    'deliveries/run/record-answer.ts',
    'return { ...confirming(delivery, now), everUnknown: true, failures: delivery.failures + 1, dueAt: later };',
    'return retryLater(delivery, now, { ...sureNo, dueAt: later });',
  ),
  one(
    'the look-up after a killed worker skipped',
    'deliveries/run/claim.ts',
    '{ ...delivery, uncertain: true, everUnknown: true }',
    '{ ...delivery, uncertain: false }',
  ),
  one(
    'a failed look-up taken for "not found"',
    'deliveries/run/record-lookup.ts',
    'return unanswered(delivery, outcome, now, context);',
    'return sendAgain(delivery, aggregate, context);',
  ),
  one(
    'the last word taken while a request is in flight',
    'deliveries/run/record-lookup.ts',
    'return everUnknown && (landedBy === null || now < landedBy);',
    'return false;',
  ),
  one(
    'a delivery adopted without proof',
    'deliveries/run/record-lookup.ts',
    "if (outcome.kind === 'found' && owner === 'ours') return",
    "if (outcome.kind === 'found') return",
  ),
  one(
    "a denied duplicate of our own taken for somebody else's",
    'deliveries/run/record-lookup.ts',
    'if (delivery.failures >= denialsBelieved) return inDoubt(delivery, now);',
    'if (delivery.failures >= denialsBelieved) return taken(delivery, aggregate);',
  ),
  one(
    "what the service shows in other words taken for somebody else's",
    'deliveries/run/record-lookup.ts',
    "return owner === 'in_doubt' ? inDoubt(delivery, now) : taken(delivery, aggregate);",
    'return taken(delivery, aggregate);',
  ),
  one(
    'a reference that the account of a new key has already is forgotten',
    'deliveries/run/place-delivery.ts',
    "const claimed = first.kind === 'reference_taken' ? await take(first) : first;",
    'const claimed = first;',
  ),
  one(
    'a cancelled order sent again after "not found"',
    'deliveries/run/record-lookup.ts',
    'exhausted(known, now) ?? cancelled(known, aggregate);',
    'exhausted(known, now);',
  ),
  one('the hold of a refused key ignored', 'deliveries/service-health.ts', 'if (health.hold) return true;', ''),
  one(
    'attempts without an end',
    'deliveries/run/claim.ts',
    'if (attempts >= maxAttempts) {',
    'if (attempts >= 1000) {',
  ),
  one(
    'sent past the deadline',
    'deliveries/run/claim.ts',
    'if (delivery.deadlineAt !== null && now > delivery.deadlineAt) {',
    'if (false) {',
  ),
  one(
    'a pause ignored by what waits to be tried again',
    'deliveries/run/claim.ts',
    "if (shop.settings.paused) return hold(delivery, waitingFor('settings', reason('paused', {})), now);",
    '',
  ),
  one(
    'a hold that never ends',
    'deliveries/service-health.ts',
    'if (isWell) return returnRetry(health);',
    'if (health.failures >= 0) return null;',
  ),
  {
    ...one(
      'a breaker that never opens',
      'deliveries/service-health.ts',
      'failures >= breakerThreshold',
      'failures >= 1_000_000',
    ),
    proof: 'outage',
  },
  {
    ...one(
      'an open breaker that lets everything through',
      'deliveries/service-health.ts',
      "return health.breaker !== 'closed' && health.probeAt !== null && now < health.probeAt;",
      'return health.probeAt === 1;',
    ),
    proof: 'outage',
  },
  one(
    "the service's Retry-After ignored",
    'deliveries/run/back-off.ts',
    'now + Math.max(backOffMs, retryAfterMs ?? 0)',
    'now + backOffMs',
  ),
  {
    name: "news of the order shortens the service's Retry-After",
    edits: [
      {
        file: '/web/deliveries/run/plan.ts',
        find: " || delivery.state === 'queued') return fresh;",
        replace: ') return fresh;',
      },
      {
        file: '/web/deliveries/run/claim.ts',
        find: 'if (resumed.notBefore !== null && resumed.notBefore > now)',
        replace: 'if (false)',
      },
    ],
  },
  one(
    'the note forgotten after placing',
    'deliveries/run/write-back.ts',
    'const owed = again || shown.some(',
    'const owed = again && shown.some(',
  ),
  one(
    'held orders not woken when the key works',
    'deliveries/run/circuit-breaker.ts',
    'result: undefined, wakesWithinMs: probeMs }',
    'result: undefined }',
  ),
];
